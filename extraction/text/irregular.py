"""English forms that no stemmer brings to their base, so that "went" and "go" meet in the full-text index."""

from typing import Final

_ROWS: Final = """
arise arose arisen
awake awoke awoken
bad worse worst
beat beaten
become became
begin began begun
bend bent
bite bit bitten
bleed bled
blow blew blown
break broke broken
breed bred
bring brought
build built
burn burnt
buy bought
catch caught
choose chose chosen
cling clung
come came
creep crept
deal dealt
dig dug
draw drew drawn
dream dreamt
drink drank drunk
drive drove driven
eat ate eaten
fall fell fallen
feed fed
feel felt
fight fought
find found
flee fled
fly flew flown
forbid forbade forbidden
forget forgot forgotten
forgive forgave forgiven
freeze froze frozen
get got gotten
give gave given
go goes went gone
good better best
grow grew grown
hang hung
hear heard
hide hid hidden
hold held
keep kept
kneel knelt
know knew known
lead led
lean leant
leap leapt
learn learnt
leave left
lend lent
light lit
lose lost
make made
mean meant
meet met
mistake mistook mistaken
overcome overcame
pay paid
ride rode ridden
ring rang rung
rise risen
run ran
say said
see saw seen
seek sought
sell sold
send sent
sew sewn
shake shook shaken
shine shone
shoot shot
show shown
shrink shrank shrunk
sing sang sung
sink sank sunk
sit sat
sleep slept
slide slid
smell smelt
speak spoke spoken
speed sped
spell spelt
spend spent
spill spilt
spin spun
spoil spoilt
spring sprang sprung
stand stood
steal stole stolen
stick stuck
sting stung
strike struck stricken
strive strove striven
swear swore sworn
sweep swept
swell swollen
swim swam swum
swing swung
take took taken
teach taught
tear tore torn
tell told
think thought
throw threw thrown
tread trod trodden
undergo underwent undergone
understand understood
undertake undertook undertaken
wake woke woken
wear wore worn
weave wove woven
weep wept
win won
withdraw withdrew withdrawn
write wrote written
bear bore borne born
overtake overtook overtaken
foresee foresaw foreseen
rebuild rebuilt
retell retold
rewrite rewrote rewritten
mislead misled
outgrow outgrew outgrown
alumnus alumni
analysis analyses
axis axes
basis bases
cactus cacti
calf calves
child children
crisis crises
criterion criteria
diagnosis diagnoses
elf elves
foot feet
fungus fungi
goose geese
half halves
hypothesis hypotheses
index indices
knife knives
loaf loaves
man men
matrix matrices
mouse mice
nucleus nuclei
ox oxen
person people
phenomenon phenomena
scarf scarves
shelf shelves
stimulus stimuli
thesis theses
thief thieves
tooth teeth
vertex vertices
wife wives
wolf wolves
woman women
"""


FORMS: Final = {base: tuple(forms) for base, *forms in map(str.split, _ROWS.strip().splitlines())}
"""Base to its irregular forms: of a verb its past and its participle, where these differ from the base."""
BASES: Final = {form: base for base, forms in FORMS.items() for form in forms}
"""Form to base, all lower case. Forms that are common words of their own (rose, ground, lay) are left alone."""
