import type { ReactNode } from 'react'
import type { Interest } from '../../shared/tenants/interests.ts'
import styles from './interest-icon.module.css'

/* Drawn on a 24 px grid, like the icons of client/ui. One glyph stands for a kind of interest. */
const glyphs = {
  mountain: <path d="m2.75 19 6-11 4 7 2.25-3.5L21.25 19ZM16 6.5h.01" />,
  paw: (
    <>
      <path d="M12 12.5c-2.6 0-5 2.5-5 4.75 0 1.5 1.1 2.5 2.5 2.5 1 0 1.6-.5 2.5-.5s1.5.5 2.5.5c1.4 0 2.5-1 2.5-2.5 0-2.25-2.4-4.75-5-4.75Z" />
      <path d="M5 10.25v1.25M9.25 5.5V7.5M14.75 5.5V7.5M19 10.25v1.25" />
    </>
  ),
  palette: (
    <>
      <path d="M12 3.25a8.75 8.75 0 0 0 0 17.5c1.5 0 2-1 1.5-2.25-.6-1.5.4-2.75 2-2.75h2.25c1.9 0 3-1.4 3-3.5 0-5-3.75-9-8.75-9Z" />
      <path d="M7.5 12h.01M9.75 8h.01M14.25 7.5h.01" />
    </>
  ),
  flame: (
    <path d="M12 3.25c.5 3.25 5.75 5.5 5.75 11a5.75 5.75 0 0 1-11.5 0c0-2.25 1-3.75 2.25-5 .25 1.5.9 2.25 1.75 2.5C10 9 10.5 5.75 12 3.25Z" />
  ),
  wave: <path d="M2.75 9c2.3-2 3.9-2 6.2 0s3.9 2 6.2 0 3.9-2 6.1 0M2.75 15.5c2.3-2 3.9-2 6.2 0s3.9 2 6.2 0 3.9-2 6.1 0" />,
  glass: <path d="M7 3.75h10c.5 5-1 9-5 9s-5.5-4-5-9ZM12 12.75v7.5M8.5 20.25h7" />,
  bike: (
    <>
      <circle cx="6" cy="16" r="3.75" />
      <circle cx="18" cy="16" r="3.75" />
      <path d="m6 16 4-7.5h5.5L18 16M10 8.5l3.5 7.5M8.5 8.5h3M15.5 8.5 14.75 6h2.5" />
    </>
  ),
  knot: (
    <>
      <path d="M8 4.25a4 4 0 0 0-2.5 7L12 16.5M16 4.25a4 4 0 0 1 2.5 7L6 20.25M8 4.25c3 0 3 4.5 8 8.5M18 20.25l-3.5-2.5M16 4.25c-1.5 0-2.25 1-3 2.25" />
    </>
  ),
  cup: <path d="M4.25 9h12v6a5 5 0 0 1-5 5h-2a5 5 0 0 1-5-5ZM16.25 10.5h1.5a2.5 2.5 0 0 1 0 5h-1.5M8 3.5v2M12 3.5v2" />,
  pot: (
    <path d="M5 10.25h14v6.5a3 3 0 0 1-3 3H8a3 3 0 0 1-3-3ZM2.75 12.75H5M19 12.75h2.25M8.5 6.75c0-1.5 1-1.5 1-3M13.5 6.75c0-1.5 1-1.5 1-3" />
  ),
  note: (
    <>
      <path d="M9 17.5V6l10.25-2.25v11.5" />
      <circle cx="6.5" cy="17.5" r="2.5" />
      <circle cx="16.75" cy="15.25" r="2.5" />
    </>
  ),
  film: (
    <>
      <rect x="3.25" y="5" width="17.5" height="14" rx="2.25" />
      <path d="m10.25 9 5 3-5 3Z" />
    </>
  ),
  book: <path d="M12 6.5C10 5 7 4.5 3.75 4.75v13C7 17.5 10 18 12 19.5c2-1.5 5-2 8.25-1.75v-13C17 4.5 14 5 12 6.5ZM12 6.5v13" />,
  leaf: <path d="M5 19c0-9 5-14 15-14 0 10-4 14.5-10.5 14.5-1.5 0-3-.5-4.5-.5ZM5 19c2-4.5 5-7 9-8.5" />,
  dumbbell: <path d="M6.5 7v10M17.5 7v10M3.25 9.5v5M20.75 9.5v5M6.5 12h11" />,
  bag: <path d="M5.25 8h13.5l1 11a1.5 1.5 0 0 1-1.5 1.5H5.75a1.5 1.5 0 0 1-1.5-1.5ZM8.5 10.5V7a3.5 3.5 0 0 1 7 0v3.5" />,
  game: (
    <path d="M8 7.25h8a5 5 0 0 1 5 5c0 5-3 6-5 3h-8c-2 3-5 2-5-3a5 5 0 0 1 5-5ZM8.5 10v3.5M6.75 11.75h3.5M15.5 10.5h.01M17.25 12.75h.01" />
  ),
  smile: (
    <>
      <circle cx="12" cy="12" r="8.75" />
      <path d="M8.25 14c1.9 2.75 5.6 2.75 7.5 0M9 9.5h.01M15 9.5h.01" />
    </>
  ),
  people: (
    <>
      <circle cx="9" cy="8.5" r="3.25" />
      <path d="M3 19c.7-3.25 3-5 6-5s5.3 1.75 6 5M15.5 5.5a3.25 3.25 0 0 1 0 6M17.5 14.5c1.9.7 3.1 2.25 3.5 4.5" />
    </>
  ),
  heart: <path d="M12 20.25 4.6 12.9a4.95 4.95 0 0 1 7-7l.4.4.4-.4a4.95 4.95 0 0 1 7 7Z" />,
  spark: <path d="M12 3.5c.7 5 3.5 7.8 8.5 8.5-5 .7-7.8 3.5-8.5 8.5-.7-5-3.5-7.8-8.5-8.5 5-.7 7.8-3.5 8.5-8.5Z" />,
  shield: <path d="M12 21c-4.8-1.9-7.25-5.2-7.25-9.9V5.75L12 3l7.25 2.75v5.35c0 4.7-2.45 8-7.25 9.9ZM8.75 11.75l2.4 2.4 4.1-4.4" />,
  picture: (
    <>
      <rect x="3.25" y="4.25" width="17.5" height="15.5" rx="2.25" />
      <circle cx="8.5" cy="9.25" r="1.6" />
      <path d="m4 17.5 4.75-4.25 3 2.5 4-4.25 4.5 4.25" />
    </>
  ),
  hand: (
    <path d="M8 13V5.75a1.5 1.5 0 0 1 3 0V11V4.5a1.5 1.5 0 0 1 3 0V11V6a1.5 1.5 0 0 1 3 0v8.5a6 6 0 0 1-6 6c-3 0-4.25-1.5-5.5-3.75L3.75 13.5c-.5-1.5 1.25-2.25 2.25-1.25Z" />
  ),
  ribbon: <path d="M12 10.5C9.5 6 4 5 4 9s5 4.5 8 1.5C15 13.5 20 13 20 9s-5.5-3-8 1.5ZM12 10.5l-4.5 9M12 10.5l4.5 9" />,
  globe: (
    <>
      <circle cx="12" cy="12" r="8.75" />
      <path d="M3.25 12h17.5M12 3.25c2.4 2.5 3.6 5.4 3.6 8.75s-1.2 6.25-3.6 8.75c-2.4-2.5-3.6-5.4-3.6-8.75s1.2-6.25 3.6-8.75Z" />
    </>
  )
} satisfies Record<string, ReactNode>

const GLYPH_OF: Record<Interest, keyof typeof glyphs> = {
  adventure: 'mountain',
  analsex: 'spark',
  animals: 'paw',
  art: 'palette',
  astrology: 'spark',
  bbq: 'flame',
  beach: 'wave',
  beer: 'glass',
  biking: 'bike',
  bondage: 'knot',
  coffee: 'cup',
  cooking: 'pot',
  dancing: 'note',
  exchanging_pictures: 'picture',
  fashion: 'ribbon',
  foodie: 'pot',
  gardening: 'leaf',
  gym: 'dumbbell',
  hiking: 'mountain',
  hugging: 'heart',
  kissing: 'heart',
  lingerie: 'ribbon',
  massages: 'hand',
  masturbating: 'hand',
  movies: 'film',
  music: 'note',
  one_night_stand: 'spark',
  oral_sex: 'spark',
  outdoors: 'mountain',
  party: 'note',
  photography: 'picture',
  politics: 'people',
  public_sex: 'spark',
  reading: 'book',
  relationship: 'heart',
  sadomasochism: 'knot',
  safe_sex: 'shield',
  sex: 'spark',
  sex_toys: 'spark',
  shopping: 'bag',
  sports: 'dumbbell',
  sushi: 'pot',
  tattoos: 'palette',
  tea: 'cup',
  theater: 'film',
  threesome: 'people',
  travelling: 'globe',
  vegetarian: 'leaf',
  video_games: 'game',
  wine: 'glass',
  community: 'people',
  funny: 'smile',
  hot: 'flame',
  safe: 'shield'
}

/** The glyph beside an interest's name; an interest that this version doesn't know gets a spark. */
export function InterestIcon({ interest }: { interest: string }) {
  return (
    <svg className={styles.icon} viewBox="0 0 24 24" aria-hidden="true">
      {glyphs[GLYPH_OF[interest as Interest] ?? 'spark']}
    </svg>
  )
}
