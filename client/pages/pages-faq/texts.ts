import type english from '../../../locales/pages-faq/en.json'
import type { Messages } from '../../../shared/i18n/translator.ts'
import { documentTexts } from '../../documents/texts.ts'

export type FaqKey = keyof typeof english

export const { loadTexts, useTexts } = documentTexts<FaqKey>(import.meta.glob<{ default: Messages }>('../../../locales/pages-faq/*.json'))
