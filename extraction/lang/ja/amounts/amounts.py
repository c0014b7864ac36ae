"""Amounts of money and quantities in Japanese prose: the spans that name one, and their values.

Numbers are in digits of either width, in kanji, or in both (1億2,000万). Not read are counts (三本, 20人), durations in
days, coins, discounts and price classes (100円玉, 2割引, 1万円台), and ambiguous units (5キロ without a word of
distance or weight near it).
"""

import re
from collections.abc import Iterator
from decimal import Decimal
from typing import Final

from extraction.lang.shared import amounts
from extraction.lang.shared.amounts import Idiom, Measure, Spot

_KANJI: Final = {digit: value for value, digit in enumerate("〇一二三四五六七八九")}
_TENS: Final = {"十": 10, "百": 100, "千": 1_000}
_MYRIADS: Final = {"万": 10**4, "億": 10**8, "兆": 10**12}
_NUMERAL: Final = r"[0-9一二三四五六七八九十百千][0-9,.〇一二三四五六七八九十百千万億兆]*"
_NUMBER: Final = re.compile(
    rf"(?<![0-9A-Za-z.,:/#@_\\第数何幾〇一二三四五六七八九十百千万億兆+-])(?:(?<!\d )-(?=\d))?{_NUMERAL}"
)
_ANY_NUMERAL: Final = re.compile(r"[0-9０-９一二三四五六七八九十百千]")
_SECTION: Final = re.compile(
    r"(?:(?P<千>[0-9]?|[一二三四五六七八九])千)?(?:(?P<百>[0-9]?|[一二三四五六七八九])百)?"
    r"(?:(?P<十>[0-9]?|[一二三四五六七八九])十)?(?P<rest>[0-9,.]+|[一二三四五六七八九])?"
)
_LONGEST: Final = 24

_SIGNS: Final = {"¥": "JPY", "$": "USD", "us$": "USD", "€": "EUR", "£": "GBP", "₩": "KRW", "a$": "AUD", "hk$": "HKD"}
_CODE: Final = "|".join(sorted(amounts.CURRENCIES))
_SIGN: Final = re.compile(rf"(?<![A-Za-z0-9$])(?:(?:US|A|HK)?\$|[¥€£₩]|(?:{_CODE}))\s?$")
_UNITS: Final = (
    (r"(?<![^一-鿿0-9]一)(?<!^一)円(?![形周満卓盤弧筒柱陣])", "JPY"),
    (r"(?:米|US)ドル|ドル", "USD"), (r"カナダドル", "CAD"), (r"豪ドル|オーストラリアドル", "AUD"),
    (r"香港ドル", "HKD"), (r"シンガポールドル", "SGD"), (r"台湾(?:元|ドル)", "TWD"),
    (r"ユーロ", "EUR"),
    (r"人民元|(?<![一二三四五六七八九十])元(?![号素首旦年])", "CNY"), (r"ウォン", "KRW"), (r"スイスフラン", "CHF"),
    (r"バーツ", "THB"), (r"ルーブル", "RUB"), (r"インドルピー", "INR"), (rf"(?:{_CODE})(?![A-Za-z])", ""),
    (r"km/h|キロ毎時", "km/h"), (r"m/s", "m/s"),
    (r"平方キロ(?:メートル)?|km2|km²|㎢", "km2"), (r"平方メートル|平米|㎡|m2|m²", "m2"),
    (r"平方センチ(?:メートル)?|cm2|cm²", "cm2"),
    (r"立方メートル|m3|m³|㎥", "m3"), (r"ヘクタール|ha(?![A-Za-z])", "ha"), (r"坪", "tsubo"), (r"畳|帖", "jo"),
    (r"ミリメートル|mm|㎜", "mm"), (r"センチメートル|センチ|cm|㎝|糎", "cm"),
    (r"キロメートル|km|㎞", "km"), (r"メートル|㍍|m(?![A-Za-z0-9²³/])", "m"),
    (r"マイル", "mi"), (r"フィート", "ft"), (r"インチ", "in"),
    (r"ミリグラム|mg|㎎", "mg"), (r"キログラム|kg|㎏|瓩", "kg"), (r"グラム|g(?![A-Za-z])|㌘", "g"), (r"トン|㌧", "t"),
    (r"ミリリットル|ml|mL|㎖", "ml"), (r"リットル|ℓ|L(?![A-Za-z])|㍑", "l"),
    (r"℃|°C|度(?=です|だ|で|を|に|から|まで|、|。|も|以|未|く|ほ|$)", "°C"), (r"°F|華氏", "°F"),
    (r"%|パーセント|㌫", "%"), (r"キロバイト|[kK]B(?![A-Za-z])", "kB"), (r"メガバイト|MB(?!/|ps|[A-Za-z])", "MB"),
    (r"ギガバイト|ギガ(?![^はがをのもにで、。\s])|GB(?![A-Za-z])", "GB"), (r"テラバイト|TB(?![A-Za-z])", "TB"),
    (r"[Mm]bps|Mbit/s|メガビット毎秒", "Mbit/s"), (r"[Gg]bps|Gbit/s", "Gbit/s"), (r"MB/s", "MB/s"),
    (r"キロワット時|kWh", "kWh"), (r"キロワット|kW(?![A-Za-z])", "kW"), (r"メガワット|MW(?![A-Za-z])", "MW"),
    (r"ワット|W(?![A-Za-z])", "W"), (r"ボルト|V(?![A-Za-z])", "V"), (r"mAh", "mAh"), (r"キロカロリー|kcal|㎉", "kcal"),
    (r"GHz|ギガヘルツ", "GHz"), (r"MHz|メガヘルツ", "MHz"), (r"kHz|キロヘルツ", "kHz"), (r"Hz|ヘルツ", "Hz"),
 (r"時間(?!半|帯|目|割|外|前|後|ご|[0-9０-９])", "h"),
    (r"分間(?!隔)", "min"), (r"割(?![引合り当高安増減])", "割"),
)  # fmt: skip
_SYMBOLS: Final = {f"u{place}": symbol for place, (_, symbol) in enumerate(_UNITS)}
_UNIT: Final = re.compile(r"[ ]?(?:" + "|".join(f"(?P<u{n}>{pattern})" for n, (pattern, _) in enumerate(_UNITS)) + ")")
_POUND, _KILO, _DEGREE = re.compile(r"ポンド"), re.compile(r"キロ(?![ァ-ヺA-Za-z])"), "°C"
_WEIGHT_CONTEXT: Final = re.compile(
    r"体重|重さ|重量|重い|重く|痩|やせ|太[っりる]|増量|減量|(?:^|[^一-鿿]|[新玄白])米(?![一-鿿])|肉|荷物"
)
_DISTANCE_CONTEXT: Final = re.compile(
    r"[時高低加減音風]速|速[度いくさ]|毎時|走|歩[いくき]|距離|泳|離れ|道のり|道路|ランニング|ジョギング|マラソン|散歩|自転車|先|長さ|全長"
)
_TEMPERATURE_CONTEXT: Final = re.compile(r"(?:温|気温|熱|冷|暑|寒|最高|最低|設定|オーブン|摂氏|体感)[^。\n]*$")
_MONEY_CONTEXT: Final = re.compile(
    r"払|円|価|値段|代[金はがをのに]|料[金はがをのに]|費|買|売|金額|[入送賞年]金|給|賃|ドル"
)
_CLAUSE_END: Final = re.compile(r"[、。，,；;\n]")
_CONTEXT: Final = 16
"""Characters before and behind an amount in which a word resolves its unit."""


def amounts_in(text: str) -> Iterator[Spot]:
    """Each amount of a text as (start, end, amount), in order."""
    return amounts.found(text, JAPANESE_AMOUNTS)


def _value(text: str) -> tuple[Decimal, Decimal] | None:
    """The value of a numeral as its head and the 万 or 億 that it ends with (300, 10⁴); None for no number (二三十)."""
    text = text.rstrip(",.")
    if len(text) > _LONGEST or not text:
        return None
    if all(digit in _KANJI for digit in text) and len(text) > 1:
        return (Decimal("".join(str(_KANJI[digit]) for digit in text)), Decimal(1)) if text[0] != "〇" else None
    whole, rest, least = Decimal(0), text, Decimal(10) ** 16
    while rest:
        match = _SECTION.match(rest)
        section = _section(match) if match and match.end() else None
        if match is None or section is None:
            return None
        rest = rest[match.end() :]
        scale = Decimal(_MYRIADS.get(rest[:1], 1))
        if scale >= least or (scale == 1 and rest) or (scale > 1 and not section):
            return None
        whole, rest, least = whole + section * scale, rest[1:], scale
    return whole / least, least


def _section(match: re.Match[str]) -> Decimal | None:
    """The value of a part below 万, the multiplier of 万, 億 or 兆."""
    value = Decimal(0)
    for unit, worth in _TENS.items():
        many = match[unit]
        value += 0 if many is None else worth * (_digit(many) if many else 1)
    rest = match["rest"]
    if not rest:
        return value
    units = Decimal(_KANJI[rest]) if rest in _KANJI else amounts.digits(rest)
    return None if units is None else value + units


def _digit(text: str) -> int:
    return _KANJI[text] if text in _KANJI else int(text)


def _unit(text: str, end: int, signed: bool, before: str) -> Measure | None:
    """The unit behind a number. Its scale is 1 but for 割: in Japanese 万 and 億 are part of the number."""
    end -= len(text[:end]) - len(text[:end].rstrip(",.")) if text[end - 1] in ",." else 0
    match = _UNIT.match(text, end)
    if match:
        symbol = _SYMBOLS[str(match.lastgroup)] or match[0].strip()
        if symbol == "°C" and match[0].strip() == "度" and not _TEMPERATURE_CONTEXT.search(before):
            return None
        return Measure(match.end(), Decimal(10 if symbol == "割" else 1), "%" if symbol == "割" else symbol)
    after = text[end : end + _CONTEXT]
    if (
        _POUND.match(text, end)
        and (sterling := _is_first_kind(_MONEY_CONTEXT, _WEIGHT_CONTEXT, before, after)) is not None
    ):
        return Measure(end + 3, Decimal(1), "GBP" if sterling else "lb")
    if (kilo := _KILO.match(text, end)) and (
        way := _is_first_kind(_DISTANCE_CONTEXT, _WEIGHT_CONTEXT, before, after)
    ) is not None:
        return Measure(kilo.end(), Decimal(1), "km" if way else "kg")
    return Measure(end, Decimal(1), "") if signed else None


def _is_first_kind(first: re.Pattern[str], second: re.Pattern[str], before: str, after: str) -> bool | None:
    """Whether the first of two patterns fits best: behind the amount, in its clause, then around it; else None."""
    near = before[-_CONTEXT:]
    for context in (_CLAUSE_END.split(after)[0], _CLAUSE_END.split(near)[-1], f"{near}|{after}"):
        if bool(first.search(context)) is not bool(second.search(context)):
            return bool(first.search(context))
    return None


def _code(sign: str) -> str:
    """The ISO 4217 code of a currency sign or code before a number."""
    plain = sign.strip().lower()
    return _SIGNS.get(plain) or plain.upper()


def _rate(words: str) -> str:
    """The unit that an amount is per (時給 is "/hour")."""
    for sign, rate in (
        ("時", "/hour"),
        ("日", "/day"),
        ("週", "/week"),
        ("月", "/month"),
        ("年", "/year"),
        ("人", "/person"),
        ("泊", "/night"),
    ):
        if sign in words:
            return rate
    return " each"


JAPANESE_AMOUNTS: Final = Idiom(
    may=_ANY_NUMERAL,
    number=_NUMBER,
    last=re.compile(_NUMERAL),
    value=_value,
    sign=_SIGN,
    code=_code,
    unit=_unit,
    link=re.compile(r"(?P<dash>\s?[~ー–—-]\s?)|(?P<word>から)"),
    both=re.compile(r"(?!)"),
    and_=re.compile(r"(?!)"),
    change=re.compile(r"\|[にへ]"),
    before=re.compile(
        r"(?:(?P<about>約|およそ|おおよそ|おおむね|概ね|大体|だいたい|ほぼ|ざっと|推定|≒)|(?P<at_most>最大で?|最高で?|上限)"
        r"|(?P<at_least>最低で?も?|少なくとも|最小で?|下限))[ 、]?$"
    ),
    after=re.compile(
        r"(?P<at_least>以上)|(?P<at_most>以下|以内)|(?P<under>未満|弱)|(?P<over>[超越]え?|余り?|あまり|強(?![い化]))"
        r"|(?P<about>程度|ほど|くらい|ぐらい|前後|近く|ちかく|ちょっと|そこそこ)"
    ),
    rate=re.compile(r"\s?[/／](?:時間?|日|週|月|年|人|個)|[ ]?毎(?:時|日|週|月|年)"),
    leading_rate=re.compile(
        r"(?:時速|毎時|時給(?=$)|(?:1|一)時間(?:あたり|当たり|に)?|(?:1|一)日(?:あたり|当たり)|日額|週額|(?:(?:1|一)[かヶカ]月"
        r"|毎月|月々|月額|(?<![0-9一二三四五六七八九十来今先毎])月)(?:に|で)?|(?<![0-9一二三四五六七八九十来昨今去先毎])年(?:間|に)|年額|毎年|(?:1|一)人(?:あたり|当たり|につき)?"
        r"|(?<![0-9一二三四五六七八九十])(?:1|一)泊"
        r"|(?<![0-9一二三四五六七八九十])(?:1|一|ひと)(?:個|つ|本|枚|冊|杯|台|袋|箱|缶|皿)(?:あたり|につき)?)[ ]?$"
    ),
    rates=_rate,
    never_before=re.compile(
        r"(?:1(?:ドル|ユーロ|ポンド)[=＝]?|[×xX*＋+=＝]|数|何|幾|か(?<=円か)|約?半)\s?$|第$"
        r"|[0-9一二三四五六七八九十百千万][一-鿿ァ-ヺーA-Za-z]{1,6}(?:あたり|当たり|につき)?\s?$"
        r"|[0-9一二三四五六七八九十]つ$|[0-9一二三四五六七八九十]、\s?$"
    ),
    never_after=re.compile(
        r"[玉札]|硬貨|紙幣|ショップ|均一|台(?!湾)|単位|切手|[増減](?![っらりやし])|高(?![いくか])|安(?![いくか])|[区級圏制駅]|走(?![っりるろれら])|[0-9]|ごと|おき|ずつ"
        r"|刻み|引き?|オフ|OFF|off|割引|[×xX*]|[=＝]|前(?!後)|まで(?!し)|や|[/／][A-Za-z]|か[0-9]|(?:では|じゃ)なく|台|の[一二三四五六七八九0-9]+"
    ),
)
"""The patterns of amounts in Japanese."""
