import type english from '../../../locales/pages-service/en.json'
import type { Messages } from '../../../shared/i18n/translator.ts'
import { documentTexts } from '../../documents/texts.ts'

export type ServiceKey = keyof typeof english

export const { loadTexts, useTexts } = documentTexts<ServiceKey>(
  import.meta.glob<{ default: Messages }>('../../../locales/pages-service/*.json')
)
