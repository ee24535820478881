import type english from '../../../locales/pages-cookies/en.json'
import type { Messages } from '../../../shared/i18n/translator.ts'
import { documentTexts } from '../../documents/texts.ts'

export type CookiesKey = keyof typeof english

export const { loadTexts, useTexts } = documentTexts<CookiesKey>(
  import.meta.glob<{ default: Messages }>('../../../locales/pages-cookies/*.json')
)
