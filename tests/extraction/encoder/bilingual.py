"""Texts of every length the encoder meets, in both languages, on which its accuracy is measured."""

SHORT = (
    "a",
    "OK",
    "Yes.",
    "42",
    "はい",
    "猫",
    "?",
    "Sato",
    "東京",
    "了解です。",
    "👍",
    "2026-11-22",
)

ENGLISH = (
    "Mariko handed the keys of the old office to the new tenant on Tuesday morning.",
    "Can we move the design review to Thursday? Ken is in Nagoya until Wednesday night.",
    "The nightly backup failed twice because the disk of the archive server was full.",
    "I told Priya that the invoice from Halden Freight was wrong by 1,200 euros.",
    "Our landlord will repaint the stairwell before the first snow.",
    "She learned to sail on a lake so small that every trip was a circle.",
    "Version 3.2 removes the old login page; nobody had opened it since March.",
    "Honestly, the second draft reads better than the first.",
    "Who decided that the spring campaign starts before the website is ready?",
    "lol that was the worst pizza I have ever had",
    "The committee postponed its vote on the harbour tunnel for the third time.",
    "Uncle Theo keeps his medals in a biscuit tin under the piano.",
    "Please remember: the allergy list hangs beside the kitchen door.",
    "If the sensor reads above 80 degrees for ten minutes, the pump must stop by itself.",
    "Dr. Okafor joined the clinic in Leeds after nine years in Lagos.",
    "The train to Graz was so late that we missed the concert, but the soup was good.",
    "def total(rows): return sum(row.price * row.count for row in rows)",
    "Error 504 while posting to /orders/17: the upstream closed the connection.",
    "Nine of the twelve lamps in corridor B flicker when the lift is moving.",
    "My sister married a beekeeper, and now every birthday present is honey.",
    "Quarterly revenue rose 4.6 percent to 18.3 million, short of the forecast of 19 million.",
    "He apologised, fetched a mop, and never mentioned the aquarium again.",
    "NASA and ESA plan to bring the samples back in the next decade.",
    "Don't forget Leo's swimming lesson at half past four, the towel is in the blue bag.",
    "THE DOORS WILL BE LOCKED AT EIGHT O'CLOCK SHARP.",
)

JAPANESE = (
    "佐々木さんは来週の月曜日から大阪支社に異動します。",
    "会議は三十分遅れて始まり、結論は出なかった。",
    "新製品の発売日が十月十五日に決まりました。",
    "サーバーが落ちた原因は、ディスクの空き容量不足でした。",
    "母は毎朝六時に起きて、庭の朝顔に水をやる。",
    "このパンはどこで買ったの？",
    "高橋部長が見積書に誤りがあると指摘した。",
    "株式会社ミナトと業務提携の契約を結んだのは二年前だ。",
    "昨日のカレー、ちょっと辛すぎたかも(笑)",
    "京都の紅葉は十一月の下旬が見頃だそうです。",
    "弟が大学院で研究しているのは深海の微生物です。",
    "パスワードは九十日ごとに変更してください。",
    "ログイン画面の文字化けはバージョン2.4で直っています。",
    "電車が止まっていたので、打ち合わせはオンラインに切り替えた。",
    "誰がこの予算案を承認したのですか。",
    "祖父の古い時計は今も正確に動いている。",
    "来期の売上目標は前年比一割増の三億円とする。",
    "猫アレルギーなのに、彼女は猫を二匹飼っている。",
    "資料は共有フォルダに置きましたので、ご確認をお願いいたします。",
    "ゴールデンウィークは家族で北海道を車で回る予定だ。",
    "田中はPythonで在庫管理のツールを書いた。",
    "雨が降りそうだから、洗濯物を取り込んでおいて。",
    "議長は反対意見を記録に残すよう求めた。",
    "ﾊﾝｶｸ文字と全角ＡＢＣが混ざった、変換前のデータです～。",
    "締め切りを一日過ぎたが、先生は受け取ってくれた。",
)

MIXED = (
    "Tanaka-san said 「来週までに直します」 and closed the ticket.",
    "次のsprintではsearch APIのlatencyを半分にする。",
    "The word 縁 means both a tie and an edge.",
    "Slackの#releaseチャンネルに changelog を貼りました。",
)

LONG = (
    " ".join(ENGLISH[:14]),
    " ".join(ENGLISH[10:24]),
    "".join(JAPANESE[:18]),
    "".join(JAPANESE[7:]),
    " ".join((*ENGLISH[:6], *JAPANESE[:9])),
)
"""About 256 tokens each."""

TEXTS = (*SHORT, *ENGLISH, *JAPANESE, *MIXED, *LONG)
