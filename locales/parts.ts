/**
 * Which texts travel together, by the first word of their keys. Everything that is not named here is the part `common`, which
 * every page has. `tests/architecture/texts.test.ts` compares with what the pages use.
 */
export const PARTS = {
  account: ['change-email', 'change-password', 'delete-account', 'export', 'lang-config', 'notifications', 'sessions', 'settings'],
  complaint: ['complaints'],
  completion: ['age-check', 'complete-signup'],
  chat: ['chat', 'chats', 'chats-id', 'members-id-chat'],
  edit: ['crop', 'photos', 'profile-edit'],
  entrance: [
    'account-deleted',
    'activate-done',
    'activate-error',
    'closed',
    'link-over',
    'login',
    'mail-change-do',
    'reset-password',
    'reset-password-do',
    'token'
  ],
  home: ['index', 'landers-gallery', 'niche'],
  interests: ['interest'],
  member: ['members-id', 'profile'],
  search: ['likes', 'likes-type', 'members', 'signup-matches'],
  signup: ['members-id-signup', 'signup']
} as const

/** Parts that come with their pages. */
export type OwnPart = keyof typeof PARTS
export type Part = 'common' | OwnPart

/** First words of keys that the origin alone reads, from the file: no page has them. */
const ORIGINS_OWN = new Set(['mail', 'push'])

/** The part that a message is in; null for those that the origin alone reads. */
export function partOf(key: string): Part | null {
  const word = key.split('.', 1)[0]!
  if (ORIGINS_OWN.has(word)) return null
  const part = Object.entries<readonly string[]>(PARTS).find(([, words]) => words.includes(word))
  return (part?.[0] ?? 'common') as Part
}

// What a page shows beyond `common`.
const PAGE_PARTS: Record<string, readonly OwnPart[]> = {
  index: ['home', 'signup'],
  login: ['entrance'],
  signup: ['signup'],
  'members-id-signup': ['signup'],
  'signup-matches': ['search'],
  'complete-signup': ['completion', 'edit', 'interests', 'member'],
  'account-deleted': ['entrance'],
  'activate-done': ['entrance'],
  'activate-error': ['entrance'],
  'reset-password': ['entrance'],
  'reset-password-do': ['entrance'],
  'mail-change-do': ['entrance'],
  token: ['entrance'],
  members: ['search'],
  'members-id': ['interests', 'member'],
  'members-id-chat': ['chat'],
  chats: ['chat'],
  'chats-id': ['chat'],
  likes: ['search'],
  'likes-type': ['search'],
  profile: ['edit', 'interests', 'member'],
  notifications: ['account'],
  settings: ['account'],
  'lang-config': ['account'],
  complaints: ['complaint'],
  'pages-faq': ['home'],
  'landers-gallery': ['home', 'signup']
}

/** The parts of a page, by route key. */
export const partsOf = (page: string): readonly OwnPart[] => PAGE_PARTS[page] ?? []
