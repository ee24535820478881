import type english from '../../../locales/pages-return-policy/en.json'
import type { Messages } from '../../../shared/i18n/translator.ts'
import { documentTexts } from '../../documents/texts.ts'

export type ReturnPolicyKey = keyof typeof english

export const { loadTexts, useTexts } = documentTexts<ReturnPolicyKey>(
  import.meta.glob<{ default: Messages }>('../../../locales/pages-return-policy/*.json')
)
