// Puts Enishi's colours and saved questions into this Browser's own storage, before the Browser reads it.
// What a person has changed since is left as it is: only what we put there ourselves is ever replaced.
(function (look) {
  'use strict'
  function read(key) {
    try {
      return JSON.parse(window.localStorage.getItem(key))
    } catch (error) {
      return null
    }
  }
  function write(key, value) {
    window.localStorage.setItem(key, JSON.stringify(value))
  }
  function others(kept) {
    return (Array.isArray(kept) ? kept : []).filter(function (one) {
      return !String(one && one.id).startsWith('enishi')
    })
  }
  try {
    var before = read('enishi.look') || {}
    var style = read('neo4j.grass')
    if (!style || JSON.stringify(style) === JSON.stringify(before.style)) {
      write('neo4j.grass', look.style)
    }
    // Where this Browser is served from is known here alone; it plays guides of localhost, by that name.
    var here = window.location
    var guide = ':play ' + here.protocol + '//localhost:' + here.port + here.pathname + look.guide
    look.questions.unshift({
      id: 'enishi-guide',
      content: '// 0 Guide 案内\n' + guide,
      folder: look.folder.id,
      isStatic: false
    })
    if (JSON.stringify(look) !== JSON.stringify(before)) {
      write('neo4j.folders', others(read('neo4j.folders')).concat([look.folder]))
      write('neo4j.documents', others(read('neo4j.documents')).concat(look.questions))
      write('enishi.look', look)
    }
  } catch (error) {
    console.warn('The colours of Enishi could not be put in place', error)
  }
})(window.enishiLook)
