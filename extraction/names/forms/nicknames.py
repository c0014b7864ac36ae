"""Short forms of English given names, and which words are English given names at all."""

from functools import lru_cache
from typing import Final

_TABLE: Final = """
abigail abby gail; abraham abe; albert al bert bertie; alexander alex al sandy xander sasha; alexandra alex sandra lexi
sasha; alfred alf fred alfie; alice allie; allison allie; amanda mandy; andrew andy drew; angela angie; ann annie nan;
anna annie; anne annie; anthony tony; antonia toni; archibald archie; arnold arnie; arthur art artie; august gus;
barbara barb babs; bartholomew bart; beatrice bea trixie; benedict ben; benjamin ben benny benji; bernard bernie;
bradley brad; brian bri; calvin cal; cameron cam; carolina carol; caroline carrie carol; cassandra cassie; catherine
cathy kate katie cat cate; cecilia celia; charles charlie chuck chas; charlotte lottie charlie; christian chris;
christina chris tina chrissy; christine chris chrissy; christopher chris kit topher; clarence clare; clifford cliff;
clinton clint; constance connie; cornelius con; curtis curt; cynthia cindy; daniel dan danny; daniela dani; darrell
darry; david dave davy; deborah deb debbie; dennis denny; dolores lola; dominic dom nick; donald don donnie; dorothy dot
dottie dolly; douglas doug; edgar ed; edmund ed eddie ned; edward ed eddie ned ted teddy; edwin ed eddie; eleanor ellie
nell nora; elizabeth liz lizzie beth betty betsy eliza lisa libby; ellen nell; emily em emmy; emma em; ernest ernie;
eugene gene; evelyn eve; ferdinand ferdie; florence flo; frances fran fanny; francis frank fran; franklin frank;
frederick fred freddie rick; gabriel gabe; gabrielle gabby; geoffrey geoff jeff; george georgie; gerald gerry jerry;
gertrude trudy; gilbert gil bert; gordon gordie; gregory greg; gwendolyn gwen; harold hal harry; harriet hattie;
helen nell; henrietta hettie etta; henry hank harry hal; herbert herb bert; howard howie; hubert hugh bert; hugh hughie;
ignatius iggy; irving irv; isaac ike zac; isabel izzy bella; isabella izzy bella; jacob jake; jacqueline jackie;
james jim jimmy jamie; jane janie; janet jan; jason jay; jean jeanie; jeffrey jeff; jennifer jen jenny; jeremiah jerry;
jeremy jerry; jerome jerry; jessica jess jessie; joan joanie; john johnny jack jon; jonathan jon jonny nathan;
joseph joe joey jo; josephine jo josie; joshua josh; joyce joy; judith judy; julia julie jules; julian jules;
katherine kate katie kathy kat kitty; kathleen kathy kate; kenneth ken kenny; kimberly kim; kristina kris tina;
laurence larry; lawrence larry; leonard leo len lenny; leopold leo; leroy lee; leslie les; lewis lew; lillian lily;
lincoln linc; louis lou louie; louise lou; lucille lucy; lucinda lucy cindy; madeline maddie; magdalena lena;
margaret maggie meg peggy marge margie greta daisy; maria mia; marilyn mary; marjorie marge; martha marty patty;
martin marty; mary molly polly mamie; matilda tilly matty; matthew matt; maurice morrie; maximilian max; maxwell max;
megan meg; melanie mel; melissa mel missy; melvin mel; michael mike mick mickey mikey; michelle shelly; mildred millie;
mitchell mitch; mohammed mo; montgomery monty; morris morrie; nancy nan; natalie nat; nathan nate; nathaniel nate nat;
nicholas nick nicky; nicole nicky; norman norm; oliver ollie; olivia liv livvy; oscar ozzie; oswald ozzie; pamela pam;
patricia pat patty tricia trish; patrick pat paddy; paul paulie; pauline polly; penelope penny; percival percy;
peter pete; philip phil; phillip phil; prudence prue; rachel rach; ralph ralphie; randall randy; randolph randy;
raymond ray; rebecca becky becca; reginald reg reggie; richard rick dick rich richie ricky; robert bob bobby rob robbie
bert; roberta bobbie; roderick rod; rodney rod; roger rodge; roland rollo; ronald ron ronnie; rosalind roz; rosemary
rose rosie; roxanne roxy; rudolph rudy; rupert rup; russell russ; salvatore sal; samantha sam; samuel sam sammy;
sandra sandy; sarah sally sadie; scott scotty; sebastian seb bastian; seymour sy; sharon shari; sheldon shelly;
sidney sid; simon si; solomon sol; sophia sophie; stanley stan; stephanie steph; stephen steve; steven steve;
stuart stu; susan sue susie; susanna sue susie; suzanne sue suzy; sylvester sly; sylvia syl; tabitha tabby; terence
terry; teresa terry tess; theodora dora; theodore ted teddy theo; theresa terry tess tessa; thomas tom tommy; timothy
tim timmy; tobias toby; ulysses sy; valerie val; vanessa nessa; veronica ronnie; vernon vern; victor vic; victoria vicky
tori; vincent vince vinny; violet vi; virginia ginny; vivian viv; wallace wally; walter walt wally; wesley wes;
wilfred will fred; wilhelmina mina; william will bill billy willy liam; winifred winnie; winston win; woodrow woody;
yvonne vonnie; zachary zach zack
"""
_MORE: Final = """
aaron adam adrian agnes alan alicia alma amber amelia amy andrea anita april audrey ava barry becky bella beth betty
beverly bill blake bob bonnie brandon brenda brent brett bruce bryan carla carmen carol carole carolyn chloe chris
claire clara claudia colin connor craig crystal daisy dale dana dave dawn dean denise derek diana diane donna doris
duncan dustin dylan earl edith eileen elaine elena eli elijah ella elsa elsie erica erik eric erin estelle esther
ethan eva evan eve faith felix fiona frank fred gail gareth garry gary gavin gemma gina glen glenn gloria grace graham
grant greta guy hannah harry harvey hazel heather heidi herman hilary holly hope hugo ian ida ingrid irene iris isla
ivan ivy jack jackie jade jake jan jasmine jay jerry jesse jill jim jo joanna joanne jodie joe joel johanna jon jordan
jorge jose juan judy julie june justin karen karl kate katie kay keith kelly ken kerry kevin kim kirk kurt kyle lance
lara larry laura lauren leah lee leigh lena leo leon lewis liam lily linda lindsay lisa lloyd logan lois lorraine
lucas lucia lucy luis luke lydia lynn mabel malcolm mandy marc marcus marcia margo marian marie marina mario marion
mark marlene marshall marvin mason matt maureen max mercedes mia mike mikhail milton minnie miranda molly monica
muriel naomi neil nelson nick nigel nina noah noel nora norma olga olive oscar owen paige pat paula pearl peggy phil
phyllis priscilla rafael ramona ray rex rick rita rob robin ron rosa rose ross roy ruby ruth ryan sabrina sally
sam sara sean serena seth shane shannon sharon shaun shawn sheila shirley silvia sophie spencer stacy stella steve sue
ted tessa tiffany tim tina todd tom tony tracy travis trevor tyler una uma vera victor vince wade wanda warren wayne
wendy will xavier yolanda yvette zoe
"""


def whole_names(word: str) -> tuple[str, ...]:
    """The given names that a short form may stand for, none when it is no short form: bob is robert."""
    return _wholes().get(word, ())


@lru_cache(maxsize=8192)
def is_given_name(word: str) -> bool:
    """Whether a lower-cased word is an English given name or a short form of one."""
    return word in _given()


@lru_cache(maxsize=1)
def _wholes() -> dict[str, tuple[str, ...]]:
    wholes: dict[str, list[str]] = {}
    for entry in _TABLE.split(";"):
        whole, *short = entry.split()
        for one in short:
            wholes.setdefault(one, []).append(whole)
    return {short: tuple(sorted(names)) for short, names in wholes.items()}


@lru_cache(maxsize=1)
def _given() -> frozenset[str]:
    return frozenset(_TABLE.replace(";", " ").split()) | frozenset(_MORE.split())
