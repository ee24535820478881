/** The 54 interests of the specification (§3), in its order; keys of the messages `interest.<key>` and of the icons. */
export const INTERESTS = [
  'adventure',
  'analsex',
  'animals',
  'art',
  'astrology',
  'bbq',
  'beach',
  'beer',
  'biking',
  'bondage',
  'coffee',
  'cooking',
  'dancing',
  'exchanging_pictures',
  'fashion',
  'foodie',
  'gardening',
  'gym',
  'hiking',
  'hugging',
  'kissing',
  'lingerie',
  'massages',
  'masturbating',
  'movies',
  'music',
  'one_night_stand',
  'oral_sex',
  'outdoors',
  'party',
  'photography',
  'politics',
  'public_sex',
  'reading',
  'relationship',
  'sadomasochism',
  'safe_sex',
  'sex',
  'sex_toys',
  'shopping',
  'sports',
  'sushi',
  'tattoos',
  'tea',
  'theater',
  'threesome',
  'travelling',
  'vegetarian',
  'video_games',
  'wine',
  'community',
  'funny',
  'hot',
  'safe'
] as const

export type Interest = (typeof INTERESTS)[number]

const EXPLICIT = new Set<Interest>([
  'analsex',
  'bondage',
  'exchanging_pictures',
  'lingerie',
  'masturbating',
  'one_night_stand',
  'oral_sex',
  'public_sex',
  'sadomasochism',
  'safe_sex',
  'sex',
  'sex_toys',
  'threesome',
  'hot'
])
/** What the kink and casual niches add to the everyday interests. */
const BY_NICHE: Record<number, (interest: Interest) => boolean> = {
  1: (interest) => !EXPLICIT.has(interest),
  2: () => true,
  3: () => true,
  4: (interest) => !EXPLICIT.has(interest) || interest === 'lingerie',
  5: () => true,
  6: () => true,
  7: () => true
}

/** Interests a niche (1 to 7) offers if its tenant names none. */
export function interestsOfNiche(niche: number): Interest[] {
  return INTERESTS.filter(BY_NICHE[niche] ?? (() => true))
}
