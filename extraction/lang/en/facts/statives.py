"""Words of what stays with somebody: what ails them, what they take for it, what they are for good. Closed lists."""

import re
from typing import Final

from extraction.lang.en.word_lists import words_of

AILMENTS: Final = words_of(
    "asthma diabetes cancer epilepsy eczema psoriasis acne insomnia narcolepsy anxiety depression adhd ocd ptsd autism "
    "dyslexia tinnitus vertigo migraine allergy intolerance hypertension anemia anaemia leukemia osteoporosis "
    "fibromyalgia lupus gout sciatica scoliosis sclerosis dementia alzheimer parkinson glaucoma cataract astigmatism "
    "pcos ibs gerd copd hiv reflux ulcer hernia endometriosis arrhythmia stroke stutter disability pacemaker disease "
    "syndrome disorder"
)
"""What people live with; who has it tells of themselves and not of a day."""
UNFINISHED: Final = words_of("allergy intolerance aversion addiction phobia fear degree")
"""What somebody has to a thing, of it or in it, and says little without that: "an allergy to penicillin"."""
MEDICINES: Final = words_of(
    "medication medicine pill insulin vitamin supplement antidepressant antibiotic painkiller antihistamine statin "
    "steroid contraceptive aspirin paracetamol acetaminophen tylenol melatonin magnesium creatine probiotic"
)
_NAMED_BY_ENDING: Final = re.compile(
    r"(?!nostalgia)\w\w+(?:itis|algia|phobia|plegia|iasis|thyroidism"
    r"|formin|statin|pril|sartan|olol|prazole|oxetine|traline|opram|azepam|zolam|cillin|mycin|floxacin|profen|xaban"
    r"|gliptin|gliflozin|glutide|triptan|thyroxine)s?"
)
"""Endings by which medicine names ailments, and the stems that the WHO gives to the names of medicines."""

FOR_GOOD: Final = words_of(
    "vegetarian vegan pescatarian diabetic asthmatic epileptic celiac coeliac dyslexic autistic bipolar anemic "
    "colorblind colourblind color-blind colour-blind blind deaf disabled nearsighted farsighted "
    "left-handed right-handed ambidextrous bilingual trilingual multilingual introverted extroverted gay lesbian "
    "bisexual transgender nonbinary married single divorced widowed engaged pregnant retired unemployed self-employed "
    "religious atheist agnostic"
)
"""Adjectives of what somebody is for good, or until their life changes; of moods and passing states there is no end."""
CALLINGS: Final = words_of(
    "veteran chef librarian electrician plumber pharmacist psychologist mechanic carpenter farmer pilot firefighter "
    "cop policeman policewoman surgeon veterinarian vet programmer waiter waitress bartender baker cashier clerk "
    "consultant driver trucker paramedic realtor banker broker analyst pastor rabbi imam monk nun sailor marine "
    "paralegal janitor housewife homemaker immigrant refugee widower alcoholic catholic christian muslim buddhist "
    "republican democrat butcher fisherman bookkeeper freelancer contractor builder welder roofer tailor midwife "
    "caregiver dietitian optometrist radiologist cardiologist dermatologist pediatrician psychiatrist technician "
    "gardener florist interpreter recruiter teenager toddler"
)
"""What somebody is by trade, faith or fate, beside the kinds of people that the lexicon knows and the adjectives."""
BREEDS: Final = words_of(
    "beagle poodle labrador retriever shepherd terrier corgi husky dachshund bulldog pug chihuahua collie rottweiler "
    "spaniel greyhound dalmatian mutt tabby calico siamese ragdoll"
)
"""What a dog or a cat is."""
LACKING: Final = words_of("intolerant allergic sensitive blind deaf")
"""Adjectives of what somebody's body cannot do with what stands before them: "lactose intolerant", "color blind"."""


def is_medical(noun: str) -> bool:
    """Whether a noun in its dictionary form names what ails somebody, or what they take for it."""
    return noun in AILMENTS or noun in MEDICINES or _NAMED_BY_ENDING.fullmatch(noun) is not None
