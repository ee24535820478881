import type { Gender } from '../../shared/api/values.ts'
import type { Locale } from '../../shared/i18n/locales.ts'
import da from './texts/da.json' with { type: 'json' }
import de from './texts/de.json' with { type: 'json' }
import en from './texts/en.json' with { type: 'json' }
import es from './texts/es.json' with { type: 'json' }
import fi from './texts/fi.json' with { type: 'json' }
import fr from './texts/fr.json' with { type: 'json' }
import it from './texts/it.json' with { type: 'json' }
import nb from './texts/nb.json' with { type: 'json' }
import nl from './texts/nl.json' with { type: 'json' }
import pl from './texts/pl.json' with { type: 'json' }
import sv from './texts/sv.json' with { type: 'json' }

/** Names, profile texts and conversations of the demo members of a language. */
export interface DemoTexts {
  names: Partial<Record<Gender, string[]>>
  /** An "about" text is one of each, in this order; `kink` stands before the last on BDSM brands. */
  openers: string[]
  middles: string[]
  kink?: string[]
  closers: string[]
  /** Conversations: each line begins with `A: ` (who wrote first) or `B: `. */
  talks: string[][]
  /** First message of a member who has not confirmed yet. */
  hello?: string
  /** About text of a profile that the company made. */
  fictional?: string
}

export const DEMO_TEXTS: Readonly<Record<Locale, DemoTexts>> = { da, de, en, es, fi, fr, it, nb, nl, pl, sv }
