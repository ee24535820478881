import type { ComponentType } from 'react'
import { loadMessages } from '../../locales/load.ts'
import type { Locale } from '../../shared/i18n/locales.ts'
import { routeOf } from '../../shared/routes/match.ts'
import type { Params } from '../../shared/routes/route.ts'
import { NotFound } from '../feedback/not-found.tsx'

export interface PageProps {
  params: Params
  search: URLSearchParams
}

export type Page = ComponentType<PageProps>

interface PageModule {
  default: Page
  /** The page's own long texts, in one language (client/documents/texts.ts). */
  loadTexts?: (language: Locale) => Promise<void>
}

/** The page of each route by path: `./members-id/page.tsx`. Landers are listed apart: members hardly ever open one. */
export const PAGES = import.meta.glob<PageModule>(['./*/page.tsx', '!./landers-*/page.tsx'])

const loaded = new Map<string, PageModule>([['not-found', { default: NotFound }]])

/** Loads a page's code once, and its texts; after that `loadedPage` has it without waiting, so that rendering never suspends. */
export async function loadPage(key: string, language: Locale): Promise<void> {
  const [page] = await Promise.all([loadCode(key), loadMessages(language, routeOf(key)?.texts ?? [])])
  await page.loadTexts?.(language)
}

async function loadCode(key: string): Promise<PageModule> {
  const page = loaded.get(key) ?? (await (await pagesWith(key))[`./${key}/page.tsx`]!())
  loaded.set(key, page)
  return page
}

async function pagesWith(key: string): Promise<Record<string, () => Promise<PageModule>>> {
  return key.startsWith('landers-') ? (await import('./landers.ts')).LANDERS : PAGES
}

export function loadedPage(key: string): Page {
  const page = loaded.get(key)
  if (!page) throw new Error(`The page "${key}" is not loaded`)
  return page.default
}
