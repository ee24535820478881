import { LOCALES, type Locale } from '../../shared/i18n/locales.ts'
import { isLong } from '../fixtures/long.ts'

/** Languages for tests of what fits: those with the longest words and sentences; `npm run test:long` takes all eleven. */
export const WIDEST_LANGUAGES: readonly Locale[] = isLong ? LOCALES : ['de', 'fi']
