// Every word of the page, in English and Japanese: one row a text. `{n}` is put in by `t("key", { n: 3 })`.

import { settings } from "./settings.js";

const ROWS = {
  search: ["Search", "検索"],
  map: ["Map", "地図"],
  projects: ["Projects", "プロジェクト"],
  figures: ["Figures", "数値"],
  review: ["Review", "確認"],
  documentation: ["REST docs", "REST 文書"],
  skip: ["Skip to content", "本文へ移動"],
  navigation: ["Views", "画面"],
  language: ["日本語", "English"],
  languageTitle: ["日本語で表示する", "Show in English"],
  theme: ["Theme", "配色"],
  "theme.auto": ["As the system", "システムに合わせる"],
  "theme.light": ["Light", "明るい"],
  "theme.dark": ["Dark", "暗い"],
  user: ["Whose memories", "誰の記憶"],
  userHint: ["Left empty: the user of the key or of the server.", "空欄なら、鍵またはサーバーの利用者です。"],
  keyboard: ["Keys", "キー操作"],
  close: ["Close", "閉じる"],
  cancel: ["Cancel", "やめる"],
  more: ["More", "さらに表示"],
  again: ["Try again", "もう一度"],
  loading: ["Looking …", "探しています…"],
  none: ["None", "なし"],
  any: ["Any", "すべて"],
  yes: ["yes", "はい"],
  news: ["{n} new since you looked – show", "前に見てから {n} 件の変化 – 表示する"],

  keyNeeded: ["An API key is needed", "API キーが必要です"],
  keyWrong: ["The server does not know that key", "この鍵はサーバーに登録されていません"],
  keyText: [
    "This server answers only with a key. It is kept until this tab is closed, and sent to this server alone.",
    "このサーバーは鍵がないと答えません。鍵はこのタブを閉じるまで保たれ、このサーバーにだけ送られます。",
  ],
  key: ["API key", "API キー"],
  useKey: ["Use it", "使う"],

  "trouble.away": ["The server does not answer.", "サーバーが応答しません。"],
  "trouble.away.do": [
    "It may not be running: “enishi serve” starts it. Nothing is lost; try again when it runs.",
    "起動していないようです。「enishi serve」で起動できます。記憶は失われていません。起動後にもう一度お試しください。",
  ],
  "trouble.crowded": ["The server cannot answer just now.", "サーバーは今、答えられません。"],
  "trouble.crowded.do": ["Wait a moment, then try again.", "少し待って、もう一度お試しください。"],
  "trouble.refused": ["This is not open to you.", "閲覧が許可されていません。"],
  "trouble.refused.do": ["A key for this user is needed.", "この利用者の鍵が必要です。"],
  "trouble.missing": ["That is not here.", "見つかりません。"],
  "trouble.missing.do": ["It may have been forgotten, or it belongs to another user.", "忘れられたか、別の利用者のものかもしれません。"],
  "trouble.invalid": ["The server did not understand the question.", "質問がサーバーに通じませんでした。"],
  "trouble.invalid.do": ["Change what you asked for.", "条件を変えてください。"],
  "trouble.conflict": ["Several things go by that name, or it changed meanwhile.", "同じ名前が複数あるか、その間に変わりました。"],
  "trouble.conflict.do": ["Look again, then decide.", "もう一度見てから決めてください。"],
  "trouble.failed": ["Something went wrong in the server.", "サーバーで問題が起きました。"],
  "trouble.failed.do": ["Its log tells more.", "詳しくはサーバーのログをご覧ください。"],

  ask: ["What do you want to know?", "何を知りたいですか"],
  askHint: ["Ask in words, in Japanese or English", "日本語でも英語でも、言葉で尋ねてください"],
  go: ["Search", "検索"],
  mode: ["How", "探し方"],
  "mode.hybrid": ["Everything together", "すべて合わせて"],
  "mode.semantic": ["By meaning", "意味で"],
  "mode.keyword": ["By words", "言葉で"],
  "mode.graph": ["By what ties them", "つながりで"],
  "mode.temporal": ["By time", "時で"],
  "mode.entity": ["About who is named", "名前の人や物について"],
  "mode.recent": ["The newest", "新しい順"],
  "mode.importance": ["What matters most", "重要な順"],
  "mode.content": ["The exact text", "文字どおり"],
  filters: ["Filters", "絞り込み"],
  filtersOn: ["Filters ({n})", "絞り込み（{n}）"],
  clear: ["Clear filters", "絞り込みを外す"],
  project: ["Project", "プロジェクト"],
  category: ["Category", "分類"],
  tags: ["Tags (all of them, with commas)", "タグ（すべて。読点区切り）"],
  entitiesAny: ["People and things (any, with commas)", "人や物（いずれか。読点区切り）"],
  entities: ["People and things", "人や物"],
  languageOf: ["Language", "言語"],
  "language.ja": ["Japanese", "日本語"],
  "language.en": ["English", "英語"],
  createdFrom: ["Kept from", "記録日（から）"],
  createdTo: ["Kept until", "記録日（まで）"],
  occurredFrom: ["Happened from", "出来事の日（から）"],
  occurredTo: ["Happened until", "出来事の日（まで）"],
  near: ["Near: north, east, km", "近く（緯度,経度,km）"],
  minImportance: ["Importance at least", "重要度（以上）"],
  minConfidence: ["Surely holds it, at least", "確かさ（以上）"],
  bookmarks: ["Bookmarks", "しおり"],
  "bookmarked.true": ["bookmarked", "しおりあり"],
  "bookmarked.false": ["not bookmarked", "しおりなし"],
  status: ["State", "状態"],
  "status.active": ["in use", "使用中"],
  "status.archived": ["archived", "保管済み"],
  "status.invalid": ["no longer true", "もう正しくない"],
  hits: ["{n} shown", "{n} 件を表示"],
  noHits: ["Nothing was found.", "見つかりませんでした。"],
  noHitsDo: ["Ask in other words, or take filters off.", "言い方を変えるか、絞り込みを外してください。"],
  nothingYet: ["There are no memories here yet.", "記憶はまだありません。"],
  nothingYetDo: [
    "“enishi remember”, “enishi ingest” or an agent put some in. If they belong to another user, name that user above.",
    "「enishi remember」「enishi ingest」かエージェントで入れてください。別の利用者の記憶なら、上で利用者を指定してください。",
  ],
  begin: ["Ask something, or look at what is newest.", "何か尋ねるか、新しいものをご覧ください。"],
  why: ["Why it is here", "ここにある理由"],
  sure: ["{n} % sure", "確かさ {n} %"],
  score: ["score {n}", "得点 {n}"],
  "part.cosine": ["nearness in meaning", "意味の近さ"],
  "part.sentence": ["nearest sentence", "最も近い文"],
  "part.words": ["words in common", "言葉の一致"],
  "part.base": ["meaning and words together", "意味と言葉の合計"],
  "part.join": ["ties to other hits", "他の結果とのつながり"],
  "part.linked": ["links between memories", "記憶どうしの結び付き"],
  "part.cues": ["signs of an answer", "答えの手掛かり"],
  "part.kept": ["kept its place", "順位の保持"],
  "part.recency": ["how recent (factor)", "新しさ（係数）"],
  "part.importance": ["importance (factor)", "重要度（係数）"],
  "part.time": ["fits the time asked for (factor)", "尋ねた時との一致（係数）"],
  "part.about": ["is about who was asked for", "尋ねた相手の話である"],
  "part.further": ["a second step", "二段目の検索"],
  "part.succession": ["replaces another, or is over", "置き換え・終了"],
  "part.relevance": ["read again with the question", "質問との読み直し"],
  way: ["The way through the graph", "グラフ上の道筋"],

  memory: ["Memory", "記憶"],
  text: ["Text", "本文"],
  marked: ["Marked: people and things that it speaks of", "印：話に出る人や物"],
  facts: ["What it states", "述べている事実"],
  factsOf: ["Facts", "事実"],
  noFacts: ["No relation was read off it.", "関係は読み取られていません。"],
  history: ["What it said before", "以前の本文"],
  links: ["Tied to other memories", "他の記憶とのつながり"],
  noLinks: ["Nothing ties it to another memory.", "他の記憶とのつながりはありません。"],
  "link.TEMPORAL_SEQUENCE": ["comes before or after", "前後"],
  "link.TEMPORAL_PARALLEL": ["at the same time", "同時"],
  "link.TEMPORAL_CAUSALITY": ["leads to", "原因と結果"],
  "link.SEMANTIC_SIMILARITY": ["says something alike", "似た内容"],
  "link.THEMATIC_CONNECTION": ["has the same theme", "同じ主題"],
  "link.CONCEPTUAL_HIERARCHY": ["is more general or special", "上位・下位"],
  "link.REFERENCE": ["refers to it", "参照"],
  "link.ELABORATION": ["tells more of it", "詳しい説明"],
  "link.CONTRADICTION": ["says otherwise", "矛盾"],
  "link.SAME_SESSION": ["is of the same conversation", "同じ会話"],
  "link.CONVERSATION_FLOW": ["follows in a conversation", "会話の流れ"],
  "link.CO_OCCURRENCE": ["names the same", "同じ名前が出る"],
  over: ["over", "終了"],
  details: ["Details", "詳細"],
  importance: ["Importance", "重要度"],
  importanceWhy: ["Why it matters so much", "この重要度の理由"],
  "importance.content": ["content", "内容"],
  "importance.time": ["time", "時"],
  "importance.access": ["use", "利用"],
  "importance.relation": ["ties", "つながり"],
  "importance.user": ["what a person said", "人の指定"],
  kept: ["Kept", "記録"],
  happened: ["Happened", "出来事"],
  changed: ["Changed", "変更"],
  source: ["Source", "出所"],
  speaker: ["Speaker", "話者"],
  session: ["Conversation", "会話"],
  channel: ["Channel", "チャンネル"],
  used: ["Used", "利用回数"],
  times: ["{n} ×", "{n} 回"],
  pinned: ["pinned", "固定"],
  bookmarked: ["bookmarked", "しおり"],
  bookmark: ["Bookmark", "しおりを付ける"],
  unbookmark: ["Remove bookmark", "しおりを外す"],
  rating: ["Rating", "評価"],
  unrated: ["not rated", "未評価"],
  pending: ["not yet understood", "未解析"],
  pin: ["Pin", "固定する"],
  unpin: ["Unpin", "固定を外す"],
  since: ["{a} to {b}", "{a} ～ {b}"],

  entity: ["Entity", "人・物"],
  names: ["Names", "名前"],
  relations: ["Relations", "関係"],
  noRelations: ["Nothing ties it to another.", "他とのつながりはありません。"],
  memoriesOf: ["Memories ({n})", "記憶（{n}）"],
  allMemories: ["All memories that mention it", "言及するすべての記憶"],
  factsSay: ["Facts say", "事実から"],
  mayBe: ["May be", "次の可能性"],
  meantBy: ["May be meant by", "次の呼び名の可能性"],
  mentions: ["mentions: {n}", "言及 {n} 回"],
  onMap: ["Show on the map", "地図で見る"],
  timeline: ["Timeline", "年表"],
  byTime: ["By time", "時の順"],
  byImportance: ["By importance", "重要な順"],
  noTimeline: ["No memory speaks of it.", "言及する記憶はありません。"],
  subject: ["Subject", "主語"],
  predicate: ["Predicate", "述語"],
  object: ["Object", "目的語"],
  sentence: ["Sentence", "文"],
  confidence: ["Sure", "確かさ"],
  type: ["Type", "種類"],
  endedAt: ["ended {at}", "{at} に終了"],
  denied: ["denied", "否定"],
  "modality.asked": ["asked", "質問"],
  "modality.possible": ["possible", "可能性"],
  "modality.intended": ["planned", "予定"],
  "modality.obligatory": ["due", "義務"],
  "modality.reported": ["reported", "伝聞"],
  unvalidated: ["not judged", "未確認"],
  confirmed: ["confirmed", "確認済み"],
  rejected: ["rejected", "却下"],

  noProjects: ["There are no projects yet.", "プロジェクトはまだありません。"],
  noProjectsDo: ["A memory that names one makes it.", "プロジェクト名を付けた記憶があれば、できます。"],
  projectSize: ["memories: {n}", "記憶 {n} 件"],
  pinnedSize: ["{n} pinned", "固定 {n} 件"],
  sessions: ["Conversations", "会話"],
  below: ["Projects below it", "下位のプロジェクト"],
  searchHere: ["Search within it", "この中を検索"],
  memories: ["Memories", "記憶"],

  noMap: ["Nothing is tied to anything yet.", "つながりはまだありません。"],
  noMapDo: ["A map shows entities that facts tie; or the project has none.", "地図には事実で結ばれた人や物が出ます。このプロジェクトにはないのかもしれません。"],
  findOnMap: ["Find on the map", "地図の中を探す"],
  mapLabel: ["Map of entities and what ties them; the table below says the same.", "人や物とそのつながりの地図。下の表に同じ内容があります。"],
  zoomIn: ["Nearer", "拡大"],
  zoomOut: ["Farther", "縮小"],
  fit: ["Show all", "全体を表示"],
  wholeMap: ["The whole map", "地図全体"],
  atMost: ["at most {n}", "最大 {n}"],
  howMany: ["How many at most", "最大数"],
  colourBy: ["Colours", "色分け"],
  colourByType: ["Colours by type", "種類で色分け"],
  colourByCommunity: ["Colours by community", "まとまりで色分け"],
  hubs: ["Hubs", "ハブ"],
  hubsPlain: ["Hubs as they are", "ハブもそのまま"],
  hubsAbove: ["Damp hubs above {n} ties", "つながり {n} 超のハブを抑える"],
  hubsDamped: ["{n} damped", "抑えたハブ {n}"],
  kinds: ["Shown", "表示する種類"],
  relation: ["Relation", "関係"],
  sureAtLeast: ["Sure, at least", "確かさ（以上）"],
  picked: ["Picked", "選択中"],
  pickHint: ["Pick a dot to see what ties it; a double click shows more around it. Arrows, + and − move the map.", "点を選ぶとつながりが見えます。ダブルクリックで周りを広げます。矢印・＋・−で地図を動かせます。"],
  expand: ["Expand", "広げる"],
  collapse: ["Collapse", "たたむ"],
  expanded: ["{n} more", "{n} 件を追加"],
  collapsed: ["{n} put away", "{n} 件をたたみました"],
  openEntity: ["Open", "開く"],
  tiesOf: ["{n} of {m} ties shown", "つながり {m} のうち {n}"],
  path: ["A path between two", "二つを結ぶ道"],
  pathFrom: ["From", "出発"],
  pathTo: ["To", "到着"],
  pathKind: ["Which path", "道の種類"],
  findPath: ["Find", "探す"],
  "path.shortest": ["shortest", "最短"],
  "path.strongest": ["strongest", "最も確か"],
  "path.recent": ["most recent", "最も新しい"],
  "path.all": ["several unlike ones", "異なる道をいくつか"],
  noPath: ["Nothing ties the two within four steps.", "四歩以内のつながりはありません。"],
  notAllPaths: ["There are too many ways to look at all of them: others may be missing.", "道が多すぎて、すべては調べていません。ほかにもあるかもしれません。"],
  pathsFound: ["{n} found", "{n} 件"],
  asTable: ["As a table", "表で見る"],
  rowsOf: ["{n} of {m} relations, the strongest first", "関係 {m} のうち強い順に {n}"],
  shownOf: ["{n} of {m} entities · {e} of {f} relations", "人・物 {m} のうち {n} · 関係 {f} のうち {e}"],
  matching: ["{n} match", "一致 {n}"],
  "edge.ended": ["ended", "終了"],
  "edge.denied": ["contradicted", "矛盾あり"],
  "edge.went": ["no more", "なくなった"],
  "look.strong": ["well attested", "根拠が多い"],
  "look.weak": ["little attested", "根拠が少ない"],
  views: ["Saved views", "保存した表示"],
  viewName: ["A name for this view", "この表示の名前"],
  viewKeep: ["Keep", "保存"],
  viewKept: ["Kept in this browser.", "このブラウザーに保存しました。"],
  viewForget: ["Forget", "削除"],
  noViews: ["None yet.", "まだありません。"],
  time: ["Time", "時"],
  clock: ["Which clock", "どの時計で"],
  "clock.none": ["all times, as of today", "すべての時（今日現在）"],
  "clock.said": ["by when it was said", "言われた時で"],
  "clock.true": ["by when it was true", "事実であった時で"],
  timeAt: ["Moment", "時点"],
  timeWith: ["Compared with", "比べる時点"],
  compare: ["Compare with another date", "別の日と比べる"],
  play: ["Play or pause", "再生・停止"],
  came: ["came", "増えた"],
  went: ["went", "なくなった"],
  andMore: ["and {n} more", "ほか {n} 件"],

  totals: ["In all", "全体"],
  growth: ["Growth", "増え方"],
  alerts: ["Alerts", "お知らせ"],
  noAlerts: ["Nothing to know of.", "お知らせはありません。"],
  "alert.storage": ["Disk of the database:", "データベースのディスク："],
  "alert.statement_memory": ["Memory of Neo4j:", "Neo4j のメモリー："],
  "alert.indexing": ["Indexing:", "索引の作成："],
  "alert.indexing_failed": ["Not understood:", "解析できない記憶："],
  "alert.slow_search": ["Slow searches:", "検索の遅れ："],
  "alert.index": ["Index:", "索引の不一致："],
  "alert.rotation_failed": ["Rotation failed:", "整理の失敗："],
  "alert.rotation_cut_off": ["Rotation was cut off:", "整理の中断："],
  "alert.rotation_large": ["Much was rotated:", "多くの整理："],
  "alert.rotation_many_memories": ["Many memories:", "記憶の数："],
  "alert.rotation_many_characters": ["Much text:", "文字の量："],
  "alert.rotation_disk": ["Disk of the backups:", "控えのディスク："],
  communities: ["Communities", "まとまり"],
  communitiesOf: ["{n} of {m}, modularity {q}", "{m} のうち {n}・モジュラリティ {q}"],
  central: ["Most central", "中心にあるもの"],
  insights: ["What stands out", "目立つこと"],
  noInsights: ["Nothing stands out yet.", "目立つことはまだありません。"],
  bridges: ["Bridges between communities", "まとまりをつなぐもの"],
  unexpected: ["Ties one would not expect", "意外なつながり"],
  structure: ["What it is made of", "内訳"],
  byType: ["Entities by type", "人や物の種類"],
  structureOf: ["{c} parts, the largest of {l}; {d} ties each; {i} tied to nothing", "部分 {c}、最大 {l}・つながり平均 {d}・孤立 {i}"],
  meanMedian: ["mean {a}, median {b}", "平均 {a}・中央値 {b}"],
  "bucket.critical": ["critical", "最重要"],
  "bucket.high": ["high", "高い"],
  "bucket.medium": ["medium", "中くらい"],
  "bucket.low": ["low", "低い"],
  "bucket.minimal": ["minimal", "ごく低い"],
  "trend.rising": ["rising", "上昇"],
  "trend.stable": ["stable", "横ばい"],
  "trend.declining": ["declining", "下降"],

  reviewText: ["Are these two the same? What you say is kept, whatever later memories say.", "この二つは同じでしょうか。ここでの判断は、後の記憶があっても保たれます。"],
  reviewed: ["{n} decided, {m} skipped", "判断 {n}・保留 {m}"],
  toGo: ["{n} to go", "残り {n}"],
  noProposals: ["Nothing is left to decide.", "確認するものはありません。"],
  noProposalsDo: ["Pairs come up when memories name somebody by several spellings.", "同じ相手が違う書き方で出てくると、ここに並びます。"],
  alike: ["{n} alike.", "類似度 {n}"],
  otherTypes: ["They are of different types: {a} and {b}.", "種類が違います：{a} と {b}"],
  sameYes: ["Yes, the same", "同じ"],
  sameNo: ["No, two", "別"],
  skipIt: ["Skip", "保留"],
  undoMerge: ["Split the last again", "直前の統合を戻す"],
  merged: ["{a} is now {b}.", "{a} を {b} にまとめました。"],
  keptApart: ["{a} and {b} stay two.", "{a} と {b} は別のままです。"],
  undone: ["{a} and {b} are two again.", "{a} と {b} を分けました。"],
  "key.y": ["in the review: the same, two, skip, split the last (y n s u)", "確認画面：同じ・別・保留・戻す（y n s u）"],

  "key./": ["go to the question", "質問欄へ"],
  "key.j": ["next hit", "次の結果"],
  "key.k": ["hit before", "前の結果"],
  "key.?": ["show this list", "この一覧を表示"],
  "key.g": ["g, then s m p f r: search, map, projects, figures, review", "g のあと s m p f r：検索・地図・プロジェクト・数値・確認"],
  keysOn: ["Single keys do something", "1 文字のキー操作を使う"],
};

/** The text of a key in the language of the page. */
export function t(key, values = {}) {
  const row = ROWS[key];
  if (row === undefined) throw new Error(`no words for ${key}`);
  const text = row[settings.get("language") === "ja" ? 1 : 0];
  return text.replace(/\{(\w+)\}/g, (_, name) => String(values[name] ?? ""));
}

/** The text of a key, or what is given where there is none: for values that the server may have more of. */
export function tOr(key, otherwise) {
  return key in ROWS ? t(key) : otherwise;
}

/** A moment as a day: 2026-06-01. */
export function day(moment) {
  return moment ? moment.slice(0, 10) : "";
}

/** A moment in the words of the language. */
export function when(moment) {
  if (!moment) return "";
  const language = settings.get("language") === "ja" ? "ja-JP" : "en-GB";
  return new Intl.DateTimeFormat(language, { dateStyle: "medium", timeStyle: moment.length > 10 ? "short" : undefined }).format(new Date(moment));
}

/** A number in the words of the language. */
export function count(number) {
  return new Intl.NumberFormat(settings.get("language") === "ja" ? "ja-JP" : "en-GB", { maximumFractionDigits: 2 }).format(number);
}

let types = { entities: new Map(), relations: new Map() };

/** Reads what types are called and how they are drawn. */
export async function loadTypes() {
  const read = await (await fetch("page/types.json")).json();
  const byName = (rows) => new Map(rows.map((row) => [row.name, row]));
  types = { entities: byName(read.entities), relations: byName(read.relations) };
}

export function entityTypes() {
  return [...types.entities.values()];
}

export function relationTypes() {
  return [...types.relations.values()];
}

export function colourOf(type) {
  return types.entities.get(type)?.colour ?? "#868e96";
}

export function entityType(name) {
  return named(types.entities.get(name), name);
}

export function relationType(name) {
  return named(types.relations.get(name), name);
}

function named(row, name) {
  return row ? row[settings.get("language") === "ja" ? "name_ja" : "name_en"] : name;
}
