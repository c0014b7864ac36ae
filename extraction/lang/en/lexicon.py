"""Word lists that decide what may become a node: kept as tables so that a judgement is one line to change."""

from graph.model.types import EntityType

P, L, V, C, O, G, K, D, T = (  # noqa: E741
    EntityType.PERSON,
    EntityType.LOCATION,
    EntityType.EVENT,
    EntityType.CONCEPT,
    EntityType.OBJECT,
    EntityType.ORGANIZATION,
    EntityType.TASK,
    EntityType.DOCUMENT,
    EntityType.TECHNOLOGY,
)


def words_of(text: str) -> frozenset[str]:
    """The words of a list that is written as one text."""
    return frozenset(text.split())


def _kinds(table: dict[EntityType, str]) -> dict[str, EntityType]:
    return {word: kind for kind, words in table.items() for word in words.split()}


HONORIFICS = words_of(
    "mr mrs ms miss dr prof professor sir madam lord lady dame rev reverend fr sgt sergeant capt captain lt "
    "col gen maj hon judge senator sen rep gov aunt auntie uncle grandma grandpa granny"
)

ROLES = words_of(
    "ceo cto cfo coo president minister chancellor mayor governor director chairman chairwoman secretary "
    "commissioner officer manager coach captain general professor pastor congressman congresswoman ambassador "
    "actor actress singer author musician artist engineer detective officer"
)
"""Roles that stand before a person's name without belonging to it."""

ROLE_PARTS = words_of(
    "prime vice deputy chief executive operating financial technology head former ex first foreign interior"
)
"""Words that stand before a role as part of it."""

NOT_NAMES = words_of(
    "md m.d ph.d b.a m.a ceo cto cfo coo vp hr pr phd ba bsc ma msc mba am pm ad bc bce ce faq diy tv pc dvd cd "
    "url asap eta rsvp "
    "tba tbd aka vs etc eg ie no nr vol pp ed est gmt utc pst cet edt usd eur gbp jpy km kg mph kmh mhz khz "
    "ghz kw mw ft lb lbs cm mm erp fm q1 q2 q3 q4 born died position height weight career "
    "january february march july september october november december jan feb sept oct nov dec monday tuesday "
    "wednesday thursday friday saturday sunday"
)
"""Capital letters and form labels that name nothing."""

INTERJECTIONS = words_of(
    "gotcha happy excited cherish hang gonna wanna yikes oops ouch phew huh eh boo bravo alright fine enjoy hey "
    "hi hello hiya yo wow woah whoa thanks thank thx ty congrats congratulations lol lmao rofl omg btw "
    "fyi imo imho tbh idk brb ok okay okey yeah yea yep yup yes nope nah no aww aw oh ooh ah aha haha hahaha "
    "hehe hmm hm hmmm uh um umm ugh please pls sorry cheers bye goodbye goodnight goodness gosh geez yay woo "
    "woohoo woot sure cool nice great awesome sweet amazing glad absolutely definitely exactly totally right "
    "well damn dang hooray bravo kudos ya yall sup dude bro man guys hugs xoxo xo wtf smh ikr np gg welcome "
    "good morning evening night lovely perfect wonderful fantastic sounds congratz agreed true indeed anyway "
    "anyways maybe really so super thnx tysm fingers crossed keep take can got love miss your"
)
"""Chat words that start sentences with a capital and are never names on their own."""

COMMON_STARTERS = words_of(
    "i a an the this that these those it he she we you they my your his her its our their there here what "
    "which who whom whose when where why how if although though because since while after before during once "
    "until unless despite however moreover furthermore therefore thus hence also then next first second third "
    "finally later meanwhile instead and or but nor for so yet as at by from in into of on onto to with "
    "without within under over about above below between among through throughout against along around across "
    "near like unlike not never always often sometimes usually today tomorrow yesterday now just only even "
    "still again all some any many most more much few several both each every either neither other another "
    "such same own very too quite rather do does did have has had is are was were be been am will would can "
    "could shall should may might must let lets go going come get make take see look know think say tell ask "
    "try need want feel seem keep start stop help show play run move live believe happen include continue set "
    "learn change lead understand watch follow create speak read spend grow open walk win teach offer "
    "remember consider appear buy serve die send build stay fall cut reach kill raise pass sell decide return "
    "explain hope develop carry break receive agree support hit produce eat cover catch draw choose having "
    "being doing making taking looking getting nothing something everything anything everyone someone anyone "
    "nobody people time day year way thing things lot lots part one two three four five six seven eight nine "
    "ten new old good bad big small long short high low great best better last early late dear note todo "
    "warning error null none true false yes no http https www com class def import return print select where "
    "mom dad mum mommy daddy god hopefully unfortunately luckily sadly honestly actually basically seriously "
    "apparently id ids name names price total status type value count item items page table column row key "
    "summary title"
)
"""Words that a capital at the start of a sentence, heading or cell does not make a name."""

VAGUE_NOUNS = words_of(
    "thing things stuff lot lots bit kind sort type way ways time times moment moments one ones something "
    "anything nothing everything someone anyone everyone number amount deal couple couples pair set piece "
    "pieces part parts rest side sides place places point points case cases fact reason reasons example "
    "examples idea ideas question questions answer problem problems issue issues matter matters chance "
    "chances opportunity fun joy luck love hope fear mood feeling feelings sense heart mind eye eyes hand "
    "hands head face foot feet arm body voice word words line lines name names term terms level form end "
    "start beginning middle top bottom front back left right day days night nights morning evening afternoon "
    "week weeks weekend month months year years hour hours minute minutes second seconds today yesterday "
    "tomorrow future past present people person man men woman women guy guys folk folks kid kids boy girl "
    "life lives world stage step steps turn thought thoughts look break try go difference effect impact "
    "result results influence progress change changes use care support help interest attention advantage step "
    "memories memory experience experiences value view look story tons ton bunch handful majority most half "
    "dozen hundred thousand million percent share total none all both each other others another vibe vibes "
    "blast escape reminder boost pleasure honor shame pity mess worry best worst favorite favourite self own "
    "credit sight smile laugh tear touch spot spots role variety range series group groups member members "
    "access addition hang hurdle loop dive swing kick fix grip stride groove notice hold pace breath break "
    "risk mistake decision course order control state situation condition process purpose goal goals dream "
    "dreams plan plans advice tip tips shot go deal pic pics emoji news update updates detail details info "
    "information ability need needs success energy strength courage motivation inspiration passion peace "
    "comfort happiness kindness gratitude positivity excitement challenge challenges journey adventure "
    "adventures connection balance impression honour sign hug hugs vote matter cost costs sake i you he she "
    "it we they me him her us them who whom this that these those"
)
"""Nouns that say too little to be a node by themselves."""

CLASSIFYING = words_of(
    "public social open mobile deep artificial solar human foreign remote civil nuclear digital virtual "
    "online electric financial legal medical military political national international federal local regional "
    "annual monthly weekly daily quarterly urban rural coastal marine natural chemical physical mental "
    "classical modern folk vegan vegetarian gluten-free dairy-free acoustic electronic musical historical "
    "scientific technical academic industrial commercial agricultural chronic"
)
"""Adjectives that belong to the term they stand before ("social media", "annual report")."""

TERM_HEADS = _kinds(
    {
        V: "meeting conference workshop tournament festival wedding party concert trip vacation holiday "
        "interview release "
        "launch ceremony game match race marathon election war battle exhibition class course lesson "
        "webinar hackathon summit retreat offsite reunion graduation funeral birthday anniversary audition "
        "screening premiere performance appointment convention competition championship incident outage "
        "migration review audit standup kickoff demo",
        K: "project task deadline todo assignment homework milestone bug refactoring rollout onboarding",
        D: "report document book novel poem song album film movie script screenplay article paper blog post "
        "essay letter "
        "email contract proposal invoice spreadsheet presentation slide manual guide recipe series episode "
        "documentary painting magazine newspaper journal memo specification blueprint minutes agenda policy "
        "budget roadmap license",
        T: "database server api software app application framework library algorithm model compiler language "
        "protocol "
        "website platform browser plugin repository pipeline cluster dashboard backend frontend sdk chatbot "
        "robot engine operating system network",
        G: "company startup team band club university school college agency committee department ministry "
        "church hospital "
        "bank studio orchestra choir shelter charity nonprofit foundation association union institute",
        L: "city town hometown birthplace village country state province county district region island river lake "
        "mountain valley park beach "
        "street road bridge museum airport station restaurant cafe bakery gym library hotel office building "
        "stadium theater theatre coast trail forest desert neighborhood suburb",
        P: "actor actress singer writer author director politician teacher doctor engineer footballer player "
        "musician "
        "composer painter scientist lawyer journalist producer designer developer professor nurse artist poet "
        "novelist filmmaker screenwriter coach roommate boss neighbor therapist girlfriend boyfriend",
        O: "product car bike guitar piano camera phone laptop computer house dog cat puppy kitten turtle pet "
        "tree plant "
        "cake cookie "
        "toy bag dress shirt ring table chair bed tent boat plane console keyboard headset lamp necklace",
    }
)
"""What a common noun names: lets a noun phrase earn its node, and types a name that is said to be one."""

KINDS = TERM_HEADS | _kinds(
    {
        P: "man woman person king queen emperor empress prince princess duke baron bishop pope saint soldier "
        "general officer "
        "president minister mayor governor senator chancellor cricketer golfer swimmer boxer wrestler "
        "sprinter athlete cyclist skier goalkeeper midfielder defender striker pianist violinist guitarist "
        "drummer rapper dancer model comedian architect businessman businesswoman entrepreneur economist "
        "historian philosopher physicist chemist mathematician biologist botanist astronomer inventor "
        "explorer missionary priest theologian judge attorney diplomat activist editor publisher photographer "
        "cinematographer animator sculptor illustrator cartoonist songwriter lyricist conductor critic "
        "translator son daughter brother sister wife husband father mother ceo cfo cto founder cofounder "
        "brother-in-law sister-in-law mother-in-law father-in-law son-in-law daughter-in-law "
        "colleague friend cousin uncle aunt murderer criminal serial killer officeholder",
        D: "sitcom telenovela soap opera musical ballet symphony single track soundtrack play drama comedy "
        "thriller western "
        "trilogy anthology treaty act law constitution comic manga anime videogame",
        G: "corporation firm business manufacturer retailer label party army navy force regiment squad team "
        "league network "
        "broadcaster channel publisher airline railway operator subsidiary conglomerate organization "
        "organisation nonprofit society order congregation parliament senate court council newspaper brand",
        L: "municipality commune borough township parish hamlet settlement community locality census-designated "
        "capital "
        "territory continent ocean sea bay gulf peninsula cape creek stream waterfall glacier volcano hill "
        "range plateau canyon castle palace temple cathedral abbey monastery fort lighthouse tower dam canal "
        "garden farm orchard vineyard "
        "highway railroad arena venue prefecture ward area port planet",
        V: "siege revolution rebellion uprising massacre earthquake hurricane flood disaster crisis season tour "
        "olympics "
        "event attack bombing accident campaign",
        C: "genre species genus family disease syndrome theory religion ideology movement sport philosophy "
        "concept style "
        "award prize medal title surname name word term dialect method technique",
        O: "automobile truck motorcycle boat tank helicopter yacht ship aircraft locomotive vehicle weapon "
        "rifle tank missile satellite spacecraft instrument drug food dish drink "
        "beer wine cheese sculpture statue breed",
        T: "console standard format library protocol",
    }
)

NAME_ENDINGS = _kinds(
    {
        G: "inc corp corporation co ltd llc plc gmbh company university college school institute academy association "
        "federation foundation league club council committee commission ministry department agency bureau "
        "bank group holdings party church orchestra band records studios pictures entertainment productions "
        "airlines airways army navy society union times post press museum hospital library supermarkets",
        L: "river lake mountain mountains mount island islands street road avenue county city town village park "
        "bay beach "
        "valley bridge airport station district province state ocean sea creek hill hills peak forest desert "
        "highway square castle palace cathedral stadium arena tower building peninsula territory borough "
        "township parish",
        V: "war wars battle festival championship championships cup olympics games tournament conference summit "
        "revolution "
        "marathon election ceremony awards expo massacre siege fair",
        D: "act treaty constitution bible protocol agreement declaration symphony report",
        C: "award prize medal dynasty empire era syndrome theory",
        T: "os linux",
    }
)
"""Last words of a proper name that tell its type whatever the recogniser thinks."""

MEMBERED = words_of(
    "club society association federation league union party church choir orchestra band team guild council committee "
    "fraternity sorority army navy"
)
"""Last words of the names of organisations that have members: who joins them is not employed there."""

TECHNOLOGY_NAMES = words_of(
    "python java javascript typescript rust golang kotlin neo4j spacy docker kubernetes linux windows macos "
    "android ios postgres postgresql mysql sqlite redis mongodb kafka github gitlab git slack zoom excel "
    "photoshop unity django flask fastapi react angular vue pytorch tensorflow numpy pandas jenkins terraform "
    "ansible aws azure gcp chatgpt gpt unreal figma notion jira confluence cypher graphql"
)

OF_HEADS = words_of(
    "university bank ministry department house battle kingdom republic duke duchess earl king queen prince "
    "princess bishop archbishop college institute academy church city state gulf bay isle siege treaty museum "
    "board bureau council order lord lady secretary statue tower board federation united states union school "
    "province district cape port temple cathedral call lords commonwealth empire knights wizards legend game "
    "house hall center centre library medal"
    " edict diocese baths castle age doctor master bachelor baron schism abbey charter court journal declaration"
    " speaker guild"
)
"""Words before "of" that go on into one name ("University of Michigan")."""

SPEECH = words_of(
    "say claim report believe think suggest argue state announce tell mention suspect guess hear allege note add "
    "write assume expect explain warn insist declare contend maintain estimate predict indicate acknowledge concede "
    "recall remark reply answer admit deny confirm stress observe comment complain assert testify conclude hope feel "
    "know fear ask wonder figure reckon"
)
"""Verbs whose clause is somebody's word for it."""

PARTITIVES = words_of(
    "one ones part parts number kind sort type form half most some many few all both each member members group pair "
    "series set amount majority rest lot percent % portion share piece version"
)
"""Nouns that say too little without what stands behind their "of"."""

FACTIVE = words_of("know recall confirm admit acknowledge observe remember realize realise discover learn")
"""Verbs of saying and knowing whose clause is taken for true."""

RACES = words_of("marathon half-marathon ultramarathon race relay triathlon ironman 5k 10k sprint")
"""What one runs by running: of any other event, who runs it leads it."""

ENJOYED = words_of("read reread watch see hear play finish start love like enjoy recommend borrow")
"""What one does with a book, a film or a song, of which "by" tells who made it."""

NOTING = words_of(
    "met called emailed texted phoned messaged pinged asked told saw visited reviewed interviewed hired thanked "
    "invited helped joined sent gave showed taught paid reminded introduced contacted onboarded mentored congratulated"
)
"""Verbs that a note begins with, who did it being the one who writes."""

FEMALE = words_of(
    "mrs ms miss madam lady dame aunt auntie grandma granny wife mother mom mum mummy sister daughter niece "
    "grandmother granddaughter girlfriend fiancee widow actress queen princess empress duchess woman girl "
    "businesswoman chairwoman congresswoman waitress hostess heroine nun stepmother stepdaughter half-sister"
)
MALE = words_of(
    "mr sir lord uncle grandpa husband father dad daddy brother son nephew grandfather grandson boyfriend fiance "
    "widower king prince emperor duke man boy businessman chairman congressman gentleman monk stepfather stepson "
    "half-brother"
)
"""Titles and nouns that tell a person's gender."""

PRAISE = words_of(
    "fan pick sucker classic choice favorite favourite lover believer winner loser hit success failure example fit "
    "star treat treasure gem beast pro newbie beginner hero inspiration model source symbol icon legend genius delight "
    "disappointment blessing must nightmare challenge holiday favourites"
)
"""Nouns that judge what they are said of, and tell no kind."""

LIGHT_VERBS = words_of("make take have get give do keep put set go find see")
"""Verbs that leave it to their object to say what is done."""
QUITTING = words_of("quit leave lose resign")
POSTS = words_of("job position post role")
"""What somebody has no longer by such a verb, and by it where they had it: "quit my job at Acme"."""

FAVOURED = words_of("favorite favourite")
"""Adjectives by which people tell what they like best."""

ATTRIBUTES = words_of(
    "birthday birthdate anniversary hobby pastime passion occupation profession job specialty speciality major minor "
    "nationality ethnicity religion faith language tongue diet allergy instrument sport fear phobia weakness"
)
"""What somebody has one or a few of, and what a sentence tells by "is": "My hobby is chess"."""
CLASSED = words_of("type sign color colour")
"""The same where a noun before it tells of what: "My blood type is A", "My eye colour is green"."""
DATED = words_of("birthday birthdate anniversary")
"""Those of them that are days."""

LANGUAGES = words_of(
    "english french german spanish italian portuguese dutch swedish norwegian danish finnish icelandic polish "
    "czech slovak hungarian romanian bulgarian greek turkish russian ukrainian serbian croatian bosnian slovenian "
    "albanian lithuanian latvian estonian irish welsh gaelic basque catalan galician latin esperanto yiddish "
    "hebrew arabic persian farsi kurdish pashto dari urdu hindi punjabi bengali gujarati marathi tamil telugu "
    "kannada malayalam nepali sinhala japanese korean chinese mandarin cantonese hokkien taiwanese mongolian "
    "tibetan vietnamese thai lao khmer burmese malay indonesian tagalog filipino hawaiian maori samoan swahili "
    "zulu xhosa afrikaans amharic somali hausa yoruba igbo armenian georgian kazakh uzbek azerbaijani quechua"
)
"""Languages that people learn and speak."""
SPOKEN = words_of("learn speak study teach understand know practise practice relearn master read write")
"""Verbs whose object, if it is the name of a people, is their language."""
COLOURS = words_of(
    "red blue green yellow orange purple pink black white brown grey gray violet indigo turquoise teal cyan magenta "
    "beige gold silver navy maroon lavender lilac crimson scarlet burgundy olive mint peach coral khaki ivory cream"
)

LIKING = words_of("like love enjoy hate prefer dislike adore detest practise practice")
"""Verbs that tell what somebody is fond of, good or bad, as such and not this once."""
TAKING_UP, GIVING_UP = words_of("start begin resume"), words_of("stop quit")
PHASES = TAKING_UP | GIVING_UP
"""Verbs that tell of taking something up or giving it up."""
CONSUMING = words_of("drink eat wear avoid crave favor favour")
"""Verbs whose bare object is a kind of thing too: "drink black tea"."""
NO_PURSUITS = words_of(
    "be have get go come do make take see know feel look think say tell talk speak wait stay live work try use "
    "need want play keep give put hear meet lose find ask call sit lie stand leave stop start begin quit bring show "
    "let become cry laugh shake sweat scream panic worry bleed cough smile wonder notice realize realise hope "
    "believe remember forget miss fall turn watch listen receive pay hang move wake happen appear hurt ache share "
    "spend care plan suffer continue"
)
"""Verbs whose "-ing" alone is nothing that people do for its own sake: "I love going", "I started crying"."""

EMPTY_ADJECTIVES = words_of(
    "good great nice fine bad new old big little small large huge tiny long short high low other same different "
    "certain such own whole real true right wrong best better worst worse favorite favourite entire main major "
    "more most few many much several various particular specific special amazing awesome wonderful fantastic "
    "excellent perfect lovely beautiful pretty cute cool fun funny terrible horrible awful weird strange crazy "
    "interesting boring delicious tasty yummy happy sad easy hard difficult important famous popular usual normal "
    "common typical random actual recent current next last first second final only stupid silly damn poor dear "
    "nearby available possible"
)
"""Adjectives that judge or measure a thing and do not say which kind of it is meant."""

PREPOSITIONAL = words_of("allergic addicted immune")
"""Adjectives whose "to" is followed by a thing and never by an act."""

ACQUIRING = words_of("buy purchase own drive sell rent lease order ride acquire")
"""Verbs of having and getting wares: an article and a name behind them make a product."""
PARTING = words_of("sell lose donate return scrap trade")
"""Verbs of giving away what one then has no longer."""
NAMING = words_of("name call nickname")
"""Verbs by which a sentence tells what somebody or something is called."""
PHRASAL = frozenset(
    ("look after", "care for", "listen to", "suffer from", "diagnose with", "recover from", "dream of", "believe in",
     "work as", "train as", "major in", "specialize in", "specialise in", "live with", "be into")
)  # fmt: skip
"""Verbs with a preposition that say as much of their object as a verb alone."""
PETS = words_of(
    "dog puppy cat kitten hamster rabbit bunny parrot bird horse pony fish goldfish turtle tortoise snake lizard "
    "pig goat cow chicken pet ferret gerbil mouse rat"
)
"""Animals that have names of their own, which look like those of people."""

TRAITS = words_of(
    "afraid allergic intolerant sensitive immune addicted addict fond keen crazy passionate interested good bad great "
    "fluent obsessed scared terrified proud tired"
)
"""Adjectives that tell what somebody is like by a thing: what they cannot eat, love, fear or do well."""

STATES = words_of(
    "be work live reside dwell serve teach study stay belong lead head manage run own have base locate situate "
    "headquarter employ"
)
"""Verbs of what lasts, whose simple past says that it was so, not that it came to be so."""

CONSUMED = words_of(
    "food meal dish drink beer wine cheese coffee tea cake cookie soup salad sandwich snack breakfast "
    "lunch dinner dessert"
)
"""What one has only until it is eaten: having it is no ownership worth a relation."""
