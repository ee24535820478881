import type english from '../../../locales/pages-ban/en.json'
import type { Messages } from '../../../shared/i18n/translator.ts'
import { documentTexts } from '../../documents/texts.ts'

export type RulesKey = keyof typeof english

export const { loadTexts, useTexts } = documentTexts<RulesKey>(import.meta.glob<{ default: Messages }>('../../../locales/pages-ban/*.json'))
