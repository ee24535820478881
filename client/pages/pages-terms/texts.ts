import type english from '../../../locales/pages-terms/en.json'
import type { Messages } from '../../../shared/i18n/translator.ts'
import { documentTexts } from '../../documents/texts.ts'

export type TermsKey = keyof typeof english

export const { loadTexts, useTexts } = documentTexts<TermsKey>(
  import.meta.glob<{ default: Messages }>('../../../locales/pages-terms/*.json')
)
