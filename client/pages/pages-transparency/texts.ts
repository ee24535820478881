import type english from '../../../locales/pages-transparency/en.json'
import type { Messages } from '../../../shared/i18n/translator.ts'
import { documentTexts } from '../../documents/texts.ts'

export type TransparencyKey = keyof typeof english

export const { loadTexts, useTexts } = documentTexts<TransparencyKey>(
  import.meta.glob<{ default: Messages }>('../../../locales/pages-transparency/*.json')
)
