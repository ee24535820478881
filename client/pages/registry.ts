import type { ComponentType } from 'react'
import { loadMessages } from '../../locales/load.ts'
import { partsOf } from '../../locales/parts.ts'
import type { Locale } from '../../shared/i18n/locales.ts'
import type { Params } from '../../shared/routes/match.ts'

export interface PageProps {
  params: Params
  search: URLSearchParams
}

export type Page = ComponentType<PageProps>

interface PageModule {
  default: Page
  /** Long texts of its own, in one language (client/documents/texts.ts). */
  loadTexts?: (language: Locale) => Promise<void>
}

/** The page of each built route; `tests/architecture` compares it with the route table. */
export const PAGES: Record<string, () => Promise<PageModule>> = {
  index: () => import('./index/page.tsx'),
  login: () => import('./login/page.tsx'),
  signup: () => import('./signup/page.tsx'),
  'members-id-signup': () => import('./members-id-signup/page.tsx'),
  'signup-matches': () => import('./signup-matches/page.tsx'),
  'complete-signup': () => import('./complete-signup/page.tsx'),
  'account-deleted': () => import('./account-deleted/page.tsx'),
  'activate-done': () => import('./activate-done/page.tsx'),
  'activate-error': () => import('./activate-error/page.tsx'),
  'reset-password': () => import('./reset-password/page.tsx'),
  'reset-password-do': () => import('./reset-password-do/page.tsx'),
  'mail-change-do': () => import('./mail-change-do/page.tsx'),
  token: () => import('./token/page.tsx'),
  members: () => import('./members/page.tsx'),
  'members-id': () => import('./members-id/page.tsx'),
  'members-id-chat': () => import('./members-id-chat/page.tsx'),
  chats: () => import('./chats/page.tsx'),
  'chats-id': () => import('./chats-id/page.tsx'),
  likes: () => import('./likes/page.tsx'),
  'likes-type': () => import('./likes-type/page.tsx'),
  profile: () => import('./profile/page.tsx'),
  notifications: () => import('./notifications/page.tsx'),
  settings: () => import('./settings/page.tsx'),
  'lang-config': () => import('./lang-config/page.tsx'),
  complaints: () => import('./complaints/page.tsx'),
  'pages-faq': () => import('./pages-faq/page.tsx'),
  'pages-terms': () => import('./pages-terms/page.tsx'),
  'landers-gallery': () => import('./landers-gallery/page.tsx'),
  'not-found': () => import('./not-found/page.tsx')
}

const loaded = new Map<string, PageModule>()

/** Loads a page's code once, and its texts; after that `loadedPage` has it without waiting, so that rendering never suspends. */
export async function loadPage(key: string, language: Locale): Promise<void> {
  const [page] = await Promise.all([loadCode(key), loadMessages(language, partsOf(key))])
  await page.loadTexts?.(language)
}

async function loadCode(key: string): Promise<PageModule> {
  const load = PAGES[key] ?? PAGES['not-found']!
  const page = loaded.get(key) ?? (await load())
  loaded.set(key, page)
  return page
}

export function loadedPage(key: string): Page {
  const page = loaded.get(key)
  if (!page) throw new Error(`The page "${key}" is not loaded`)
  return page.default
}
