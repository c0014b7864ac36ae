"""What single Japanese words tell: the types that labels and last words stand for, and which never are nodes."""

import re

from graph.model.types import EntityType

PERSON, LOCATION, EVENT = EntityType.PERSON, EntityType.LOCATION, EntityType.EVENT
CONCEPT, OBJECT, ORGANIZATION = EntityType.CONCEPT, EntityType.OBJECT, EntityType.ORGANIZATION
TIME_UNIT, TASK, DOCUMENT, TECHNOLOGY = (
    EntityType.TIME_UNIT,
    EntityType.TASK,
    EntityType.DOCUMENT,
    EntityType.TECHNOLOGY,
)


def words_of(text: str) -> tuple[str, ...]:
    """The words of a list written as text."""
    return tuple(re.findall(r"\S+", text))


TAIL_TYPES: dict[str, EntityType] = {
    tail: kind
    for kind, tails in {
        ORGANIZATION: """
            会社 社 銀行 証券 信用金庫 製作所 工業 産業 電機 電気 電力 電鉄 鉄道会社 商事 物産 製薬 食品 運輸
            建設 印刷 化学 重工 ホールディングス グループ 大学 大学院 学部 学科 学園 学院 高校 高等学校 中学校
            小学校 中学 専門学校 研究所 研究室 研究科 委員会 協会 連盟 連合 同盟 組合 財団 機構 基金 庁 省 局 署
            部 課 本部 支部 党 政府 議会 内閣 警察 軍 艦隊 師団 連隊 チーム クラブ バンド 楽団 劇団 合唱団 放送
            新聞社 テレビ 出版 書店 書房 文庫 支社 本社 支店 営業所 事務所 球団 法人 団体 会議所 裁判所 消防署
            幕府 藩 組 教会 教団 プロダクション エンタテインメント エンターテインメント エンターテイメント
            スタジオ レコード ミュージック フィルム ファミリー 株式会社 有限会社 病院 医院 クリニック 保険 生命
            通信 電話 急行 航空 海運 交通 不動産 開発部 人事部 営業部 総務部 経理部 取引先 顧客 屋 亭 軒 堂 庵
            荘 商店 酒造 工房 工務店
        """,
        LOCATION: """
            都 道 府 県 市 区 町 村 郡 島 諸島 列島 山 岳 峰 川 河 湖 池 沼 海 洋 湾 海峡 半島 岬 峠 高原 平野
            盆地 砂漠 大陸 駅 空港 港 橋 道路 自動車道 高速道路 国道 通り 街道 線 本線 新幹線 鉄道 公園 庭園
            神社 大社 神宮 寺 院 城 宮殿 御所 タワー ビル ホール 美術館 博物館 図書館 会館 劇場 スタジアム 球場
            競技場 競馬場 ドーム アリーナ ホテル 旅館 温泉 王国 共和国 連邦 帝国 合衆国 公国 地方 地区 地域 州
            インターチェンジ ジャンクション 支線 工場 倉庫 会議室 オフィス カフェ レストラン 食堂 店舗
            キャンパス 校舎 墓地 遺跡 古墳 広場 市場 商店街 丁目 番地 銀河 星雲 国
        """,
        EVENT: """
            会議 会合 会談 大会 選手権 選手権大会 祭 祭り まつり フェスティバル フェス 戦争 の戦い 戦 の役 の乱
            の変 事件 事変 事故 災害 地震 震災 台風 革命 オリンピック ワールドカップ カップ 決勝 試合 対局
            レース 記念 ステークス 選挙 総選挙 式 式典 展示会 展覧会 博覧会 発表会 説明会 勉強会 懇親会
            打ち合わせ 打合せ ミーティング セミナー 合宿 面談 面接 飲み会 忘年会 新年会 歓迎会 送別会 出張 旅行
            イベント コンサート ライブ 講演 講演会 研修 結婚式 誕生日 誕生会 パーティー 運動会 文化祭 同窓会
            キックオフ リリース 発表 障害 停電 五輪 サミット シンポジウム ワークショップ ツアー
        """,
        DOCUMENT: """
            資料 書類 契約書 設計書 仕様書 報告書 議事録 見積書 見積もり 見積 請求書 領収書 計画書 企画書 提案書
            申請書 手順書 説明書 仕様 論文 レポート マニュアル メモ 記事 小説 漫画 マンガ 雑誌 新聞 週刊誌 辞典
            事典 辞書 法律 条約 憲法 条例 規則 メール 手紙 図面 写真 ブログ 日記 ドキュメント 映画 ドラマ アニメ
            番組 曲 主題歌 アルバム シングル 楽曲 絵本 詩集 句集 全集
        """,
        TASK: """
            締切 締め切り 〆切 タスク 課題 宿題 案件 作業 業務 納品 納期 レビュー 修正 改修 移行 移転 発注
            見直し 引き継ぎ 引継ぎ 棚卸し 調査 検証 テスト プロジェクト 計画 対応 準備 申請 承認 確認
        """,
        TECHNOLOGY: """
            サーバー サーバ データベース システム アプリ アプリケーション ソフト ソフトウェア プログラム
            プログラミング言語 フレームワーク ライブラリ アルゴリズム ネットワーク クラウド API OS AI 人工知能
            機械学習 深層学習 ブラウザ ツール エンジン 基盤 プラットフォーム サイト ホームページ 端末 パソコン
            スマホ スマートフォン 技術 プロトコル 暗号 回線 機能
        """,
        OBJECT: """
            車 自転車 電車 船 戦艦 空母 飛行機 バイク 楽器 ギター ピアノ 時計 財布 鞄 靴 服 本棚 料理 機 号 艦
            ワイン ビール コーヒー
        """,
    }.items()
    for tail in words_of(tails)
}
"""Last words of a name or compound noun and the type they give it; the longest one that fits counts."""

_LONGEST_TAIL = max(map(len, TAIL_TYPES))

HONORIFICS = frozenset(words_of("さん さま 様 氏 先生 君 くん ちゃん 殿 先輩 後輩 選手 監督 教授 准教授 博士"))
"""Suffixes that tell the word before them to be a person."""

OFFICES = frozenset(
    words_of(
        """
        社長 会長 部長 課長 係長 次長 室長 局長 所長 店長 院長 校長 学長 支店長 支社長 工場長 本部長 副社長
        副部長 専務 常務 取締役 代表取締役 主任 主査 支配人 女将 料理長 代表 首相 大統領 大臣 議員 知事 市長
        町長 村長 議長 委員長 弁護士 医師 助教 講師 投手 騎手 棋士 二世 騎士 男爵 伯爵 侯爵 公爵 天皇 皇后
        """
    )
)
"""Offices that follow a person's name."""

ROLE_TAILS = frozenset(
    words_of(
        """
        出身 在住 在籍 所属 生まれ 育ち 産 製 製品 社員 職員 店員 会員 選手 大統領 首相 国王 皇帝 女王 王妃 知事
        市長 社長 会長 代表 担当 担当者 系 系列 風 派 側 内 外 内部 外部 周辺 付近 近郊 近く 沿い 全体 全域 各地
        各国 在 発 着 行き 経由 以外 以上 以下 以内 以降 以前 時代 自身 自体 など 等 達 たち ら 的 用 版 側面 人
        語 国籍 勢 同士 関係 関係者 関連 向け 限定 上 下 中 後 前 間 時 際 候補 候補者 宛 方面 方向 直属 編 作
        役 目 別 当時 直前 直後 最大 最古 最多 初 一 株式 株
        """
    )
)
"""Words after a name that say how something relates to it, and are no part of it (大阪出身, ソニー社員)."""

ROLE_HEADS = frozenset(
    words_of("同 当 元 前 現 旧 新 各 本 両 約 計 故 当時 特に 主に 現在 通称 別名 本名 旧姓 いわゆる 今 昨 翌 全 毎")
)
"""Words before a name that are no part of it."""

NEVER = frozenset(
    words_of(
        """
        久しぶり 久々 本人 名前 お好き お好み 賛否両論 実家 勢力 候補 見解
        こと 事 もの 物 者 ため 為 ところ 所 とき 時 時間 よう 様 ほう 方 はず わけ 訳 つもり まま 通り とおり
        うち 内 中 上 下 前 後 間 次 先 際 場合 ほか 他 以外 以上 以下 以内 程度 くらい ぐらい ほど 一方 反面
        結果 原因 理由 目的 意味 必要 可能 可能性 問題 点 面 部分 全部 全て すべて みんな 皆 皆さん みなさん 人
        人々 方々 自分 自身 私 僕 俺 あなた 君 彼 彼女 彼ら 我々 誰 何 どこ いつ これ それ あれ どれ ここ そこ
        あそこ こちら そちら あちら どちら 今 現在 最近 最初 最後 最大 最高 初 初めて 本当 感じ 気 話 声 目 手
        顔 頭 口 心 気持ち 気分 想い 思い 考え 形 姿 種類 多く 少し 一部 半分 大半 ほとんど たくさん 一つ 二つ
        三つ 一人 二人 三人 例 類 辺 辺り 付近 周辺 近く 隣 横 側 向こう 奥 状態 状況 様子 具合 調子 影響 関係
        関連 対象 中心 基本 全体 各地 各国 毎日 毎年 毎週 日々 昔 当時 以前 以降 その後 途中 直前 直後 同時 同様
        逆 普通 一般 特別 好き 嫌い 大好き 得意 苦手 楽しみ 感謝 お願い すみません ありがとう なし 無し あり
        有り 不明 無 有 なに なん どう そう うん はい いいえ お互い それぞれ 場 件 旨 由 名 数 量 率 度 回 個 つ
        本当 相当 全然 絶対 結構 大体 笑 w ww www 汗 涙 ww さ み げ 的 化 性 系 等 など たち 達 ら ぶり っぷり
        目線 一緒 みたい 感 勢い 雰囲気 印象 存在 ありさま ごと おき おかげ せい 土地 場所 地域 箇所 各種 実績
        内容 詳細 機会 経験 時期 期間 年齢 値段 価格 金額 数字 順番 順位 自体 今回 前回 次回 毎回 今後 先日 以来
        普段 日常 きっかけ 流れ 噂 都合 予定 ふう 風 形式 限り 次第 仕方 やり方 方法 立場 世界中 日本中 全国
        地元 現地 家 部屋 外 内側 外側 上記 下記 前述 後述 同社 同氏 同国
        """
    )
)
"""Words too formal or too vague to be a node on their own."""

QUALIFYING = frozenset(words_of("メイン メーン サブ 主力 デフォルト 標準 専用 共通 最新 新規 既存"))
"""Nouns that say with の which one a thing is, and never whose."""

GIVEN_NAMES = frozenset(
    words_of(
        """
        Adam Alan Alex Alice Amanda Amy Andrew Angela Anna Anne Anthony Arthur Barbara Ben Benjamin Betty Bill
        Bob Brian Carl Carol Caroline Catherine Charles Charlotte Chris Christina Christopher Claire Daniel
        David Deborah Diana Donald Dorothy Edward Elena Elizabeth Ella Emily Emma Eric Eva Frank Gary George
        Grace Hannah Harry Helen Henry Isabella Jack Jacob James Jane Janet Jason Jennifer Jessica Jim Joan Joe
        John Jonathan Joseph Joshua Julia Julie Karen Kate Katherine Kelly Kevin Laura Lauren Leo Liam Linda
        Lisa Louis Lucas Lucy Luke Margaret Maria Mark Martha Martin Mary Matthew Max Megan Mia Michael Michelle
        Mike Nancy Natalie Nathan Nicholas Nicole Noah Oliver Olivia Pamela Patricia Paul Peter Philip
        Rachel Rebecca Richard Robert Ruth Ryan Samuel Sandra Sara Sarah Scott Sophia Sophie Stephanie Stephen
        Steve Steven Susan Thomas Tim Timothy Tom Tony Victoria Walter William Zoe
        """
    )
)
"""Given names that Japanese text writes in Latin letters."""

SPEAKERS = frozenset(words_of("私 わたし わたくし 僕 ぼく ボク 俺 おれ オレ 自分 うち あたし ワイ わし"))
"""How speakers call themselves."""

THINGS = frozenset(
    words_of("犬 猫 鳥 魚 馬 亀 蛇 虫 車 薬 酒 肉 卵 茶 桃 梨 柿 栗 苺 蟹 鮭 鯛 鮪 鰻 琴 笛 絵 花 海 山")
)
"""Nouns of one letter that tell what thing is meant; most of one letter are too vague."""

TAKEN = frozenset(
    words_of(
        """
        タバコ たばこ 煙草 葉巻 酒 アルコール ビール ワイン 日本酒 焼酎 ウイスキー カクテル コーヒー 珈琲 紅茶 茶 お茶
        緑茶 カフェイン 牛乳 ミルク 豆乳 ジュース コーラ 炭酸 ココア プロテイン サプリ サプリメント 薬
        肉 牛肉 豚肉 鶏肉 羊肉 馬肉 魚 魚介 魚介類 刺身 生もの 卵 野菜 果物 フルーツ 米 ご飯 白米 パン 麺
        ラーメン うどん そば 寿司 カレー パスタ ピザ 納豆 豆腐 チーズ ヨーグルト 乳製品 菓子 お菓子 スイーツ
        ケーキ チョコ チョコレート アイス ナッツ ピーナッツ 海老 エビ 蟹 カニ 牡蠣 キノコ きのこ ピーマン トマト
        朝食 昼食 夕食 朝ご飯 昼ご飯 晩ご飯 夜食 間食 砂糖 小麦 グルテン ジャンクフード ファストフード
        本 テレビ ラジオ ニュース ゲーム ギャンブル パチンコ 競馬 SNS ネット YouTube ユーチューブ TikTok
        Twitter ツイッター Instagram インスタグラム インスタ Facebook フェイスブック ネットフリックス ポッドキャスト
        音楽 ジャズ クラシック ロック 洋楽 邦楽 演歌 動画 ホラー 電子書籍
        現金 クレジットカード カード 敬語 化粧品 香水 コンタクト 眼鏡 メガネ スマホ 携帯 パソコン エアコン
        """
    )
)
"""What people take, read, listen to or use and, put apart by は, is never who does it (お酒は飲みません)."""

_ANIMALS = words_of(
    """
    犬 猫 鳥 馬 亀 兎 蛇 うさぎ ウサギ カメ インコ オウム 文鳥 金魚 熱帯魚 メダカ ハムスター モルモット フェレット
    ハリネズミ トカゲ 子犬 子猫 仔犬 仔猫 柴犬 チワワ プードル トイプードル ダックスフンド ネコ イヌ わんこ にゃんこ
    """
)
PETS = {"愛犬": "犬", "飼い犬": "犬", "愛猫": "猫", "飼い猫": "猫", "ペット": "", **{one: one for one in _ANIMALS}}
"""How an animal that people live with is called, and what animal that is, "" where the word does not tell."""

_ILLNESS = re.compile(
    r"アレルギー$|(?<![軽重無発炎])(?<!後遺)(?<!感染)(?<!^)症$|(?<!^)(?:癌|がん|ヘルニア)$|(?<![臆看仮])(?<!^)病$"
    r"|(?:発達|学習|睡眠|適応|知的|視覚|聴覚|言語|味覚|嗅覚|摂食|人格|気分|不安|双極性|パニック|強迫性|精神|身体|肝機能)障害$"
    r"|(?:[心腎肝]|呼吸|免疫)不全$"
    r"|(?:[鼻肺胃腸肝腎膵脳]|皮膚|関節|結膜|角膜|腹膜|中耳|外耳|気管支|膀胱|歯肉|歯周|口内|口角|扁桃腺?|咽頭|喉頭|副鼻腔"
    r"|髄膜|虫垂|腱鞘|血管|心筋|乳腺|筋膜|毛包)炎$"
    r"|(?:痛|痔|喘息|ぜんそく|アレルギー)(?:持|も)ち$"
)
_ILLNESSES = frozenset(
    words_of(
        """
        喘息 ぜんそく 小児喘息 高血圧 低血圧 糖尿 不眠 腰痛 偏頭痛 片頭痛 痔 冷え性 貧血 乱視 近視 老眼 遠視 リウマチ
        アトピー 痛風 水虫 うつ 鬱 ADHD 持病
        """
    )
)
_HELD = re.compile(r"免許$|(?<!^)(?:資格|経験)$")
_PERSON_ENDS = words_of(
    """
    教徒 信徒 主義者 経験者 技術者 研究者 経営者 学者 患者 医者 教師 医師 看護師 美容師 理容師 薬剤師 調理師 講師
    漁師 牧師 整体師 弁護士 税理士 会計士 保育士 消防士 介護士 福祉士 栄養士 療法士 行政書士 建築士 公務員 会社員
    店員 教員 社員 職員 銀行員 研究員 駅員 作業員 警察官 自衛官 教官 運転手 写真家 専門家 音楽家 農家 起業家 投資家
    大学生 留学生 浪人生 専門学生 大学院生 ベジタリアン ヴィーガン ビーガン クリスチャン カトリック プロテスタント
    ムスリム フリーランス フリーター シングルマザー シングルファザー サラリーマン 営業マン カメラマン エンジニア
    プログラマ プログラマー デザイナー クリエイター コンサルタント プロデューサー ディレクター
    ミュージシャン ダンサー ピアニスト ギタリスト インストラクター セラピスト ネイリスト
    イラストレーター アナリスト サイエンティスト シェフ パティシエ バリスタ ミニマリスト
    ヘビースモーカー ゲーマー 年生 小学生 中学生 高校生 受験生
    """
)
_TRADES = re.compile(
    r"^元?(?:タクシー|トラック|バス|ダンプ|長距離|大型|配送|配達|宅配|送迎|レーシング|プロジェクト|プロダクト|エリア|セールス|営業|店舗|"
    r"フロア|ケア|マーケティング|エンジニアリング|アシスタント|フリー|Web|ウェブ|コピー|テクニカル|シナリオ|スポーツ|音楽|ゴースト|フード|"
    r"シンガーソング|コールセンター|電話|クレーン|重機|CAD|DTP|パーソナル|アスレチック|フィットネス|ドッグ|ボイス)?"
    r"(?:ドライバー|ライター|マネージャー|トレーナー|オペレーター)$"
)
"""Trades called as things are: alone, or behind the word that tells (プリンタードライバー is none)."""
_PERSONS = frozenset(
    words_of(
        """
        学生 生徒 先生 主婦 主夫 専業主婦 専業主夫 兼業主婦 妊婦 自営業 個人事業主 無職 独身 既婚 既婚者 独身者
        年金生活者 無宗教 無神論者 左利き 右利き 両利き 下戸 人見知り 方向音痴 甘党 辛党 長男 次男 三男 長女 次女
        三女 末っ子 一人っ子 ひとりっ子 双子 初心者
        """
    )
)
_BENT = re.compile(
    r"^(?:(?:日本|韓国|中国|台湾|関西|関東|九州|[ァ-ヺー]{2,8})人|[ＡＢＯABO]{1,2}型|[朝夜]型(?:人間)?|.{0,2}[羊牛子蟹女秤蠍手瓶魚]座|"
    r"(?:犬|猫|インドア|アウトドア|朝|夜|ご飯|パン|そば|うどん|紅茶|コーヒー|都会|田舎|海|山)派|(?:コーヒー|紅茶|日本酒|ビール)党)$"
)
AT_SCHOOL = words_of("年生 小学生 中学生 高校生 受験生")
"""Ends of nouns for those at school: without a subject they mostly tell of a child (お子さんは? 小学生です)."""


NO_ANSWERS = frozenset(
    words_of("いろいろ 色々 様々 さまざま たくさん 沢山 秘密 内緒 未定 一緒 別 これから それ 以上 以外 無理")
)
"""What is said for an answer and names no value."""


def is_illness(noun: str) -> bool:
    """Whether a noun names an illness or an allergy that somebody lives with."""
    return noun in _ILLNESSES or bool(_ILLNESS.search(noun))


def is_held(noun: str) -> bool:
    """Whether a noun names what people say they have with がある: an illness, a licence, an experience."""
    return is_illness(noun) or bool(_HELD.search(noun))


def is_kind_of_person(noun: str) -> bool:
    """Whether a noun says what somebody is: by work, age, creed, diet, birth or bent (看護師, 大学生, ベジタリアン)."""
    return noun in _PERSONS or noun.endswith(_PERSON_ENDS) or bool(_BENT.match(noun) or _TRADES.match(noun))


def tells_of_people(noun: str) -> bool:
    """Whether "XはNです" tells what X is or lives with, and not where X is or what X is busy with (父は出張です)."""
    return is_kind_of_person(noun) or is_illness(noun)


def tail_type(surface: str) -> tuple[EntityType, str] | None:
    """The type that the end of a name or compound gives it, with the ending, or None."""
    for size in range(min(_LONGEST_TAIL, len(surface)), 0, -1):
        kind = TAIL_TYPES.get(surface[-size:])
        if kind is not None:
            return kind, surface[-size:]
    return None
