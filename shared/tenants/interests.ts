/** Groups that interests are chosen from, in the order of the screen. */
export const INTEREST_GROUPS = ['evenings', 'outdoors', 'culture', 'food', 'together', 'intimate'] as const
export type InterestGroup = (typeof INTEREST_GROUPS)[number]

/**
 * The 54 interests of the specification (§3), in its order, with their groups. A name is the key of the message `interest.<name>` and of the drawing
 * (client/members/interests.svg).
 */
const GROUP_OF = {
  adventure: 'outdoors',
  analsex: 'intimate',
  animals: 'outdoors',
  art: 'culture',
  astrology: 'culture',
  bbq: 'food',
  beach: 'outdoors',
  beer: 'evenings',
  biking: 'outdoors',
  bondage: 'intimate',
  coffee: 'food',
  cooking: 'food',
  dancing: 'evenings',
  exchanging_pictures: 'intimate',
  fashion: 'culture',
  foodie: 'food',
  gardening: 'outdoors',
  gym: 'outdoors',
  hiking: 'outdoors',
  hugging: 'together',
  kissing: 'together',
  lingerie: 'intimate',
  massages: 'together',
  masturbating: 'intimate',
  movies: 'evenings',
  music: 'culture',
  one_night_stand: 'intimate',
  oral_sex: 'intimate',
  outdoors: 'outdoors',
  party: 'evenings',
  photography: 'culture',
  politics: 'culture',
  public_sex: 'intimate',
  reading: 'culture',
  relationship: 'together',
  sadomasochism: 'intimate',
  safe_sex: 'intimate',
  sex: 'intimate',
  sex_toys: 'intimate',
  shopping: 'culture',
  sports: 'outdoors',
  sushi: 'food',
  tattoos: 'culture',
  tea: 'food',
  theater: 'evenings',
  threesome: 'intimate',
  travelling: 'outdoors',
  vegetarian: 'food',
  video_games: 'evenings',
  wine: 'evenings',
  community: 'together',
  funny: 'together',
  hot: 'intimate',
  safe: 'together'
} as const satisfies Record<string, InterestGroup>

export type Interest = keyof typeof GROUP_OF

export const INTERESTS = /* @__PURE__ */ Object.keys(GROUP_OF) as Interest[]

export function groupOf(interest: Interest): InterestGroup {
  return GROUP_OF[interest]
}

/** Is it about sex? Such interests are never shown to visitors, and to members only as far as their owner chose. */
export function isIntimate(interest: string): boolean {
  return Object.hasOwn(GROUP_OF, interest) && GROUP_OF[interest as Interest] === 'intimate'
}

/** What the kink and casual niches add to the everyday interests. */
const BY_NICHE: Record<number, (interest: Interest) => boolean> = {
  1: (interest) => !isIntimate(interest),
  2: () => true,
  3: () => true,
  4: (interest) => !isIntimate(interest) || interest === 'lingerie',
  5: () => true,
  6: () => true,
  7: () => true
}

/** Interests a niche (1 to 7) offers if its tenant names none. */
export function interestsOfNiche(niche: number): Interest[] {
  return INTERESTS.filter(BY_NICHE[niche] ?? (() => true))
}
