import type english from '../../../locales/pages-privacy/en.json'
import type { Messages } from '../../../shared/i18n/translator.ts'
import { documentTexts } from '../../documents/texts.ts'

export type PrivacyKey = keyof typeof english

export const { loadTexts, useTexts } = documentTexts<PrivacyKey>(
  import.meta.glob<{ default: Messages }>('../../../locales/pages-privacy/*.json')
)
