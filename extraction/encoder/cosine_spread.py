"""Measures how narrowly a model's cosines are distributed, so that score fusion fits any model."""

import numpy as np

from extraction.encoder.protocol import Vectors

SAMPLE = (
    "The board approved the budget for the new warehouse in Osaka.",
    "My daughter's piano recital starts at six on Saturday.",
    "Water the tomatoes every evening while the heat lasts.",
    "The release was rolled back because the login page failed.",
    "Our flight to Lisbon was cancelled by the storm.",
    "He prefers his coffee black, with a slice of lemon cake.",
    "The contract with the supplier ends on the last day of March.",
    "Whales sing to each other over hundreds of kilometres.",
    "The dentist moved my appointment to the following week.",
    "Please send the signed form to the tax office.",
    "The bridge was closed after an engineer found a crack.",
    "She ran her first marathon in under four hours.",
    "The museum shows woodblock prints from the Edo period.",
    "Remember to renew the certificate of the mail server.",
    "Grandfather kept bees behind the old school.",
    "The price of copper fell for the third week in a row.",
    "来月の展示会には営業部から三名が参加します。",
    "昨日の夕食は祖母が作った肉じゃがでした。",
    "サーバーの証明書は十二月に期限が切れます。",
    "駅前の本屋は先週で閉店したそうです。",
    "猫が窓辺で一日中眠っている。",
    "契約書の第五条を法務部に確認してもらった。",
    "富士山の頂上で日の出を見た。",
    "新しい薬の治験は来年の春に始まる予定だ。",
    "弟は大学で海洋生物を研究している。",
    "会議室の予約は総務の田中さんに頼んでください。",
    "台風のため新幹線は運転を見合わせている。",
    "この曲は秋の夜によく合う。",
    "予算が足りないので採用は延期になった。",
    "庭の柿の木に今年も実がなった。",
    "画面の文字が小さすぎるという苦情が届いた。",
    "週末は子供たちと科学館へ行くつもりだ。",
)
"""Unrelated sentences in both languages, embedded as passages."""

_CROWDING = 0.495


def spread(vectors_of_sample: Vectors) -> float:
    """The factor A of score fusion, from unit vectors of `SAMPLE` or other unrelated texts.

    A = 0.495 / σ, where σ is the standard deviation of the cosines of all pairs; between 0.5 and 50, to two figures. A
    cosine 1/A below the best one, a fixed number of deviations, then scores nothing in every model. The constant gives
    10 for multilingual-e5-small, on which the fusion was tuned.
    """
    first, second = np.triu_indices(len(vectors_of_sample), 1)
    cosines = (vectors_of_sample @ vectors_of_sample.T)[first, second]
    deviation = max(float(cosines.std()), 1e-6)
    return float(f"{min(max(_CROWDING / deviation, 0.5), 50.0):.2g}")
