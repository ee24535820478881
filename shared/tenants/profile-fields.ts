/** What members can say about themselves in their profile: closed lists, so that every value is translated (`profile.<field>.<value>`). */
export const PROFILE_VALUES = {
  sexuality: ['straight', 'gay', 'lesbian', 'bisexual', 'pansexual', 'asexual', 'queer'],
  relationship_status: ['single', 'relationship', 'open_relationship', 'married', 'divorced', 'widowed'],
  body_type: ['slim', 'athletic', 'average', 'curvy', 'full'],
  hair_colour: ['black', 'brown', 'blonde', 'red', 'grey', 'bald', 'coloured'],
  eye_colour: ['brown', 'blue', 'green', 'grey', 'hazel'],
  tattoos: ['none', 'some', 'many'],
  reason: ['relationship', 'dating', 'friendship', 'casual', 'talk', 'curious']
} as const

export type ChoiceField = keyof typeof PROFILE_VALUES
export const CHOICE_FIELDS = Object.keys(PROFILE_VALUES) as ChoiceField[]

/** Texts in the member's own words. */
export const PROFILE_NOTES = ['about', 'wishes', 'limits'] as const
/** Their maximum length in characters. */
export const NOTE_LENGTH = 2000
export type ProfileNote = (typeof PROFILE_NOTES)[number]

/** Fields that a member may hide after filling them in. Gender and age can't be hidden: the search uses them. */
export const HIDEABLE_FIELDS = ['date_of_birth', 'interests', ...CHOICE_FIELDS] as const
export type HideableField = (typeof HIDEABLE_FIELDS)[number]
