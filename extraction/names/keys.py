"""One name has many spellings: the key by which spellings meet, the form to show, and the forms a name brings along."""

import re
import unicodedata
from functools import lru_cache

_OLD_KANJI = str.maketrans(
    "亞惡壓圍爲醫壹隱營榮衞驛圓鹽緣艷應歐毆櫻奧橫溫穩假價畫會囘壞懷繪擴殼覺學嶽樂勸卷寬歡罐觀關陷巖顏歸氣龜僞戲犧舊據擧峽挾狹鄕曉區驅"
    "勳薰徑惠揭溪經繼莖螢輕鷄藝擊縣儉劍圈檢權獻縣險顯驗嚴效廣恆鑛號國濟碎齋劑櫻册雜參慘棧蠶贊殘絲齒兒辭濕實舍寫釋壽收從澁獸縱肅處緖諸"
    "敍奬將燒稱證乘剩壤孃條淨狀疊穰讓釀囑觸寢愼晉眞盡圖粹醉隨髓數樞聲靜齊攝竊專戰淺潛纖踐錢禪雙壯搜插爭總聰莊裝騷增臟藏屬續墮體對帶滯"
    "臺瀧擇澤單擔膽團彈斷癡遲晝蟲鑄廳聽鎭遞鐵轉點傳黨盜燈當鬭德獨讀屆繩貳惱腦廢拜賣麥發髮拔蠻祕濱甁福拂佛竝變邊邉辨瓣辯舖穗寶襃豐沒飜"
    "萬滿默彌藥譯豫餘與譽搖樣謠來賴亂覽畧龍兩獵綠鄰壘淚勵禮靈齡曆歷戀爐勞樓祿錄灣髙﨑舘條靑淸黑增曾每海凉峯梅彥",
    "亜悪圧囲為医壱隠営栄衛駅円塩縁艶応欧殴桜奥横温穏仮価画会回壊懐絵拡殻覚学岳楽勧巻寛歓缶観関陥巌顔帰気亀偽戯犠旧拠挙峡挟狭郷暁区駆"
    "勲薫径恵掲渓経継茎蛍軽鶏芸撃県倹剣圏検権献県険顕験厳効広恒鉱号国済砕斎剤桜冊雑参惨桟蚕賛残糸歯児辞湿実舎写釈寿収従渋獣縦粛処緒諸"
    "叙奨将焼称証乗剰壌嬢条浄状畳穣譲醸嘱触寝慎晋真尽図粋酔随髄数枢声静斉摂窃専戦浅潜繊践銭禅双壮捜挿争総聡荘装騒増臓蔵属続堕体対帯滞"
    "台滝択沢単担胆団弾断痴遅昼虫鋳庁聴鎮逓鉄転点伝党盗灯当闘徳独読届縄弐悩脳廃拝売麦発髪抜蛮秘浜瓶福払仏並変辺辺弁弁弁舗穂宝褒豊没翻"
    "万満黙弥薬訳予余与誉揺様謡来頼乱覧略竜両猟緑隣塁涙励礼霊齢暦歴恋炉労楼禄録湾高崎館条青清黒増曽毎海涼峰梅彦",
)
"""Old forms and their modern ones. 斎 and 斉 look alike but are two names: they stay apart."""

_VU = (("ヴァ", "バ"), ("ヴィ", "ビ"), ("ヴェ", "ベ"), ("ヴォ", "ボ"), ("ヴュ", "ビュ"), ("ヴ", "ブ"))

_JA_COMPANY = (
    "株式会社|有限会社|合同会社|合資会社|合名会社|相互会社|(?:一般|公益)(?:社団|財団)法人|社団法人|財団法人|学校法人|"
    "医療法人(?:社団|財団)?|社会福祉法人|宗教法人|独立行政法人|国立大学法人|特定非営利活動法人|NPO法人|"
    "㈱|㈲|[(（](?:株|有|同|資|名|社|財)[)）]"
)
_EN_COMPANY = (
    r"incorporated|inc|limited|ltd|corporation|corp|llc|plc|gmbh|k\.?\s?k|"
    r"co\.?\s*,?\s*ltd|company\s*,?\s*(?:limited|ltd)|co"
)
_COMPANY_FIRST = re.compile(rf"^(?:{_JA_COMPANY})[\s　]*", re.IGNORECASE)
_COMPANY_LAST = re.compile(rf"(?:[\s　]*(?:{_JA_COMPANY})|[\s,，]+(?:{_EN_COMPANY})\.?)$", re.IGNORECASE)

_COURTESY = re.compile(r"[\s　]*(?:さん|さま|様|氏|先生|君|くん|ちゃん|殿|どの)$")
_OFFICE = re.compile(
    r"[\s　]*(?:代表取締役|代表|執行|名誉|副|元|前)?"
    r"(?:社長|会長|部長|課長|係長|次長|室長|局長|所長|店長|支店長|支社長|工場長|編集長|支配人|料理長|院長|校長|学長|市長|知事|"
    r"取締役|専務|常務|監査役|役員|主任|主査|教授|准教授|助教|博士|議員|首相|大統領|大臣|選手|"
    r"(?<=[一-鿿々])(?:リーダー?|マネージャー?|マネジャー?|ディレクター?|プロデューサー?|コーチ))$"
)
_HEADQUARTERS = re.compile(r"(?<=..)本部長$")  # two letters must stay: 橋本部長 is 橋本 and 部長, not 橋 and 本部長
_EN_TITLE = re.compile(r"^(?:mr|mrs|ms|miss|dr|prof|professor|sir)(?:\.\s*|\s+)(?=\S)", re.IGNORECASE)
_ROMAJI_HONORIFIC = re.compile(r"[-‐‑–](?:san|sama|kun|chan|sensei|senpai|shi)$", re.IGNORECASE)
_THE = re.compile(r"^the\s+(?=\S)", re.IGNORECASE)
_POSSESSIVE = re.compile(r"(?<=\w)['’`´]s$", re.IGNORECASE)

_NOT_A_NAME = frozenset(
    re.findall(
        r"\S+",
        """
        お母 お父 母 父 兄 姉 お兄 お姉 爺 婆 お爺 お婆 おじ おば おじい おばあ 叔父 叔母 伯父 伯母 奥 皆 みな
        みなさ 皆々 お客 客 赤 お嬢 嬢 王 神 仏 お子 子 娘 お孫 旦那 諸 暴 主 名 細 源 平 某 同 両 彼 華 摂 各
        模 仕 多 異 一 有 宮 御 本 拝 社 沈 湯 副 元 前 新 現 旧 総 全 営業 総務 人事 経理 財務 開発 技術 企画
        広報 製造 品質 購買 法務 情報 研究 生産 物流 管理 事業 宣伝 業務 学部 学 大学 内閣総理 外務 環境 防衛
        文部科学 国会 衆議院 参議院 代表 名誉 執行 担当 工学 理学 文学 医学 法学 客員 特任 男子 女子 プロ
        """,
    )
)
"""What is left of a word that ends like an honorific but is none (皆さん, 諸君, 営業部長)."""

_GOES_ON = ("の", "な", "と", "は", "が", "を", "に", "で")
"""Particles that show the office to be a word of its own (営業部の部長)."""

_CJK = "぀-ヿ㐀-䶿一-鿿々〆ｦ-ﾟ豈-﫿가-힯"
_SPACE_AT_CJK = re.compile(rf"(?<=[{_CJK}]) | (?=[{_CJK}])")
_LONG_VOWEL_END = re.compile(r"(?<=[ァ-ヺー]{3})ー(?![ァ-ヺー])")
_DASH_IN_KATAKANA = re.compile(r"(?<=[ァ-ヺ])[-‐‑–—―−~〜](?=[ァ-ヺ]|$)")
_DASHES = re.compile(r"[‐‑‒–—―−]")
_DOT = re.compile(r"(?<!\d)\.|\.(?!\d)")
_INITIALS = re.compile(r"\b(?:[a-z] )+[a-z]\b")
_NUMBERED = re.compile(r"(?<=[a-z]) (?=\d)")
_GROUPED = re.compile(r"(?<=\d),(?=\d{3})")
_DROPPED = re.compile(r"['’‘`´ʼʾʿʻ\"“”!?！？]")
_SPACED_POSSESSIVE = re.compile(r"(?<=\w) (?=['’]s\b)")
"""The space that texts parted into tokens have before it: People 's Republic."""
_SEPARATOR = re.compile(r"[^\w+#%$€£¥°.]|_")
_AMPERSAND = re.compile(rf"(?<![{_CJK}\s])\s*&\s*(?![{_CJK}\s])")
_RIM = " 　\t\r\n,、。，．・·;:；：\"'“”‘’「」『』【】《》〈〉[]［］<>＜＞*＊"
_PARENTHESISED = re.compile(r"^(?P<head>.+?)[\s　]*[(（](?P<inside>[^()（）]+)[)）]$")


@lru_cache(maxsize=65536)
def name_key(surface: str) -> str:
    """The key by which spellings of one name meet; equal for equal names, never empty for a non-empty surface.

    Width, case, accents, middle dots, hyphens, spaces, punctuation, old kanji, the long vowel at a katakana word's
    end, company forms, honorifics, offices, a leading "the" and a trailing possessive make no difference.
    `name_key(name_key(x)) == name_key(x)`.
    """
    key = surface
    for _ in range(16):
        folded = _folded(key)
        if folded == key:
            break
        key = folded
    return key


@lru_cache(maxsize=65536)
def display_name(surface: str) -> str:
    """The form to show: without honorifics, offices, company forms and quotes around it; script and case are kept."""
    return _undecorated(" ".join(surface.split())) or surface


def aliases_of(name: str) -> tuple[str, ...]:
    """Other forms that the name itself brings along, without the name.

    A parenthesis at the end is dropped ("ポール（俳優）" also goes by "ポール") and, when it abbreviates, is a form
    of its own ("日本電信電話（NTT）" brings "NTT"); a company also goes without its legal form.
    """
    forms: list[str] = []
    match = _PARENTHESISED.match(name.strip())
    if match:
        head, inside = match["head"], match["inside"].strip()
        forms.append(head)
        if _abbreviates(inside, head):
            forms.append(inside)
    forms.extend(display_name(form) for form in (name, *forms))
    return tuple(form for form in dict.fromkeys(forms) if form and form != name)


def _abbreviates(inside: str, head: str) -> bool:
    if re.fullmatch(r"[A-ZＡ-Ｚ][A-ZＡ-Ｚa-z0-9&.\-]{1,9}", inside):
        return sum(letter.isupper() for letter in inside) >= 2
    if not 2 <= len(inside) < len(head) or not re.fullmatch(rf"[{_CJK}]+", inside):
        return False
    rest = iter(head)
    return all(letter in rest for letter in inside)


def _folded(surface: str) -> str:
    text = unicodedata.normalize("NFKC", surface).casefold()
    text = unicodedata.normalize("NFKC", _without_accents(text)).translate(_OLD_KANJI)
    text = " ".join(text.split())
    return _plain(_undecorated(text)) or _plain(text) or text.strip(_RIM) or text or surface


def _without_accents(text: str) -> str:
    if text.isascii():
        return text
    kept: list[str] = []
    for letter in text:
        parts = unicodedata.normalize("NFD", letter)
        # Only Latin letters lose their marks: が is not か.
        kept.append(parts[0] if len(parts) > 1 and "a" <= parts[0] <= "z" else letter)
    return "".join(kept)


def _undecorated(text: str) -> str:
    """The text without what surrounds a name, peeled layer by layer."""
    while True:
        peeled = _peeled(text)
        if peeled == text:
            return text
        text = peeled


def _peeled(text: str) -> str:
    text = text.strip(_RIM) or text
    for pattern in (_COMPANY_FIRST, _COMPANY_LAST, _THE, _POSSESSIVE, _EN_TITLE, _ROMAJI_HONORIFIC):
        text = _rest(pattern, text)
    for pattern in (_COURTESY, _HEADQUARTERS, _OFFICE):
        rest = _rest(pattern, text)
        if rest not in _NOT_A_NAME and not rest.endswith(_GOES_ON):
            text = rest
    return text


def _rest(pattern: re.Pattern[str], text: str) -> str:
    rest = pattern.sub("", text, count=1).strip()
    return rest if any(letter.isalnum() for letter in rest) else text


def _plain(text: str) -> str:
    text = _DASH_IN_KATAKANA.sub("ー", text)
    text = _DASHES.sub("-", text).replace("ヶ", "ケ")
    for spelling, plain in _VU:
        text = text.replace(spelling, plain)
    text = _GROUPED.sub("", text)
    text = _SPACED_POSSESSIVE.sub("", text)
    text = _DROPPED.sub("", text)
    text = _AMPERSAND.sub(" and ", text)
    text = _DOT.sub(" ", text)
    text = " ".join(_SEPARATOR.sub(" ", text).split())
    text = _INITIALS.sub(lambda match: match[0].replace(" ", ""), text)
    text = _NUMBERED.sub("", _SPACE_AT_CJK.sub("", text))
    text = re.sub("ー{2,}", "ー", text)
    return _LONG_VOWEL_END.sub("", text).strip()
