import { createHash } from 'node:crypto'
import { readPart } from '../../locales/read.ts'
import type { Locale } from '../../shared/i18n/locales.ts'
import { GREETINGS_PER_DAY } from '../../shared/rules/newcomers.ts'
import { termsVersion } from '../../shared/rules/terms.ts'
import type { TenantRecord } from '../../shared/tenants/schema.ts'
import { mailTranslator } from '../mails/messages.ts'

/** What a member can agree to: the messages shown on the screen at that moment, and the documents they refer to. */
const CONSENTS = {
  terms: { messages: ['signup.consent_terms'], documents: ['pages-terms', 'pages-privacy'] },
  sensitive: { messages: ['signup.consent_sensitive', 'signup.consent_sensitive_help'], documents: [] },
  tracking: { messages: ['signup.consent_tracking', 'signup.consent_tracking_help'], documents: [] },
  age: { messages: ['signup.consent_age'], documents: [] },
  sister_sites: { messages: ['settings.sisters_text'], documents: [] },
  greetings: { messages: ['settings.greetings', 'settings.greetings_help'], documents: [] },
  /** Beside the button that orders; kept with the order. */
  order: { messages: ['checkout.terms', 'checkout.early_use'], documents: ['pages-terms', 'pages-return-policy'] }
} as const

export type Consent = keyof typeof CONSENTS

/** Where, in which language and when someone agrees. */
export interface Occasion {
  tenant: Pick<TenantRecord, 'company' | 'version'> & { settings: Pick<TenantRecord['settings'], 'id' | 'name' | 'min_age'> }
  language: Locale
  now: Date
}

/** One consent as it is stored. */
export interface GivenConsent {
  /** Key of the message that asks for consent. */
  text: string
  /** SHA-256 of the words as they were shown; `consent_words` has the text. */
  hash: string
  /** Hashes of the documents by route, as they stood that day; the brand's values in them come from `settings`. */
  documents: Record<string, string>
  /** Version of the terms: a date. */
  version: string
  language: string
  site: string
  /** Version of the brand's settings. */
  settings: number
  at: string
}

/** Consents as stored in the member's row, each separately so that each can be withdrawn, and the words by hash. */
export function giveConsents(consents: readonly Consent[], { tenant, language, now }: Occasion) {
  const words = new Map<string, string>()
  const keep = (text: string): string => {
    const hash = createHash('sha256').update(text).digest('hex')
    words.set(hash, text)
    return hash
  }
  const { t } = mailTranslator(language)
  const { settings } = tenant
  const occasion = {
    version: termsVersion(tenant.company.added),
    language,
    site: settings.id,
    settings: tenant.version,
    at: now.toISOString()
  }
  const given = consents.map((consent): [Consent, GivenConsent] => {
    const { messages, documents } = CONSENTS[consent]
    const shown = messages.map((key) => t(key, { site: settings.name, age: settings.min_age, count: GREETINGS_PER_DAY })).join('\n')
    const hashes = documents.map((document) => [document, keep(sourceOf(document, language))])
    return [consent, { text: messages[0], hash: keep(shown), documents: Object.fromEntries(hashes), ...occasion }]
  })
  return { given: Object.fromEntries(given) as Partial<Record<Consent, GivenConsent>>, words }
}

const sources = new Map<string, string>()

/**
 * The unformatted texts of a document that belong to this version of the program. Read once, since a deployment may already have replaced the files.
 */
function sourceOf(document: string, language: Locale): string {
  const key = `${document}/${language}`
  let source = sources.get(key)
  if (source === undefined) {
    source = JSON.stringify(readPart(document, language), null, 2)
    sources.set(key, source)
  }
  return source
}
