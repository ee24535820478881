import { createHash } from 'node:crypto'
import { readPart } from '../../locales/read.ts'
import type { Locale } from '../../shared/i18n/locales.ts'
import { termsVersion } from '../../shared/rules/terms.ts'
import type { TenantRecord } from '../../shared/tenants/schema.ts'
import { mailTranslator } from '../mails/messages.ts'

/** What a member can agree to: the messages that are on the screen when they do, and the documents these name. */
const CONSENTS = {
  terms: { messages: ['signup.consent_terms'], documents: ['pages-terms', 'pages-privacy'] },
  sensitive: { messages: ['signup.consent_sensitive', 'signup.consent_sensitive_help'], documents: [] },
  tracking: { messages: ['signup.consent_tracking', 'signup.consent_tracking_help'], documents: [] },
  age: { messages: ['signup.consent_age'], documents: [] },
  sister_sites: { messages: ['settings.sisters_text'], documents: [] }
} as const

export type Consent = keyof typeof CONSENTS

/** Where, in which language and when somebody agrees. */
export interface Occasion {
  tenant: Pick<TenantRecord, 'company' | 'version'> & { settings: Pick<TenantRecord['settings'], 'id' | 'name' | 'min_age'> }
  language: Locale
  now: Date
}

interface GivenConsent {
  /** Key of the message that asks. */
  text: string
  /** SHA-256 of the words as they were shown; `consent_words` has them. */
  hash: string
  /** Hashes of the documents by route, as they stood that day; the brand's figures in them are those of `settings`. */
  documents: Record<string, string>
  /** Version of the terms, a day. */
  version: string
  language: string
  site: string
  /** Version of the brand's settings. */
  settings: number
  at: string
}

/** Consents as the member's row keeps them, each by itself so that each can be taken back, and the words by hash. */
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
    const shown = messages.map((key) => t(key, { site: settings.name, age: settings.min_age })).join('\n')
    const hashes = documents.map((document) => [document, keep(sourceOf(document, language))])
    return [consent, { text: messages[0], hash: keep(shown), documents: Object.fromEntries(hashes), ...occasion }]
  })
  return { given: Object.fromEntries(given) as Partial<Record<Consent, GivenConsent>>, words }
}

const sources = new Map<string, string>()

/** A document's texts as translators wrote them, as this program has them: read once, since a newer one may lie there already. */
function sourceOf(document: string, language: Locale): string {
  const key = `${document}/${language}`
  let source = sources.get(key)
  if (source === undefined) {
    source = JSON.stringify(readPart(document, language), null, 2)
    sources.set(key, source)
  }
  return source
}
