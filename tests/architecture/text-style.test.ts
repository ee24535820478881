import { expect, test } from 'vitest'
import { LONG_PARTS, PARTS, readPart } from '../../locales/read.ts'
import { LOCALES, type Locale } from '../../shared/i18n/locales.ts'
import { formatMoney } from '../../shared/i18n/money.ts'

const FOLDERS = [...PARTS, ...LONG_PARTS]

/** Texts of a language that match a pattern, including long pages, except the keys that may match. */
function textsWith(language: Locale, pattern: RegExp, but: readonly string[] = []): string[] {
  return FOLDERS.flatMap((folder) => Object.entries(readPart(folder, language)))
    .filter(([key, text]) => !but.includes(key) && pattern.test(text))
    .map(([key, text]) => `${key}: ${text}`)
}

/**
 * Numbers that documents may contain: articles of laws, the age that the law calls a minor's, periods that the law or a promise sets, and the share
 * of the company's own discount codes. A value of a setting or a rule is an argument.
 */
const TYPED: Record<string, string> = {
  'discounts.new': '25 25',
  'grounds.consent': '9 2 6 1',
  'grounds.contract': '6 1',
  'grounds.interest': '6 1',
  'grounds.law': '6 1 16 17 20 2022 2065',
  'leaving.us': '30',
  'money.text': '14',
  'report.a': '18',
  'reporting.measures': '17',
  'reporting.report': '16 2022 2065 18',
  'stored.greetings': '6 1'
}

/** The part of a text outside its arguments. */
function outsideArguments(text: string): string {
  let depth = 0
  return [...text].filter((letter) => (letter === '{' ? depth++ : letter === '}' ? depth-- : depth) === 0 && letter !== '{').join('')
}

const sorted = (numbers: string) => numbers.split(' ').sort().join(' ')

test.each(LOCALES)('documents in %s take their numbers from settings and rules, except those of laws', (language) => {
  const texts = LONG_PARTS.flatMap((folder) => Object.entries(readPart(folder, language)))
  const typed = texts.flatMap(([key, text]) => {
    const numbers = outsideArguments(text).match(/\d+/g)
    return numbers ? [[key, sorted(numbers.join(' '))]] : []
  })
  expect(Object.fromEntries(typed)).toEqual(Object.fromEntries(Object.entries(TYPED).map(([key, numbers]) => [key, sorted(numbers)])))
})

/** Sentences of the specification, which stay as they are (specified-texts.test.ts). */
const SPECIFIED = [
  'error.login_blocked',
  'error.not_enough_credits',
  'field.email_not_found',
  'field.password_repeat',
  'not-found.heading',
  'not-found.title'
]

test.each([
  ['email', /\be-mail/i],
  ['someone, anyone, everyone, no one', /\b(some|any|every|no)body\b/i],
  ['who, but after a preposition', /(?<!\b(?:to|by|from|with|for) )\bwhom\b/i],
  ['photo; only the interest is called "Exchanging pictures"', /\bpictures?\b/i],
  ['contractions', /\b(cannot|(do|does|did|is|are|was|were|have|has|had|will|would|could|should|must|need) not)\b/i],
  ['right away', /\bat once\b/i],
  ['on a site', /\bat \{site\}/],
  ['one opens a link and taps a button', /\bpress\b/i],
  ['an apostrophe that is one', /\w'\w/],
  ['one contraction at a time', /’\w+’/]
])('English says %s', (_, avoided) => {
  expect(textsWith('en', avoided, [...SPECIFIED, 'interest.exchanging_pictures'])).toEqual([])
})

test.each(LOCALES)('in %s a number and its unit stay on one line', (language) => {
  expect(textsWith(language, /[\d}] (?:%|MB|Mo|Mt|kB|km|min|h|€|kr|zł|Uhr)(?!\p{L})/u, language === 'en' ? SPECIFIED : [])).toEqual([])
})

test('French has a no-break space before ? ! ; : % » and after «', () => {
  expect(textsWith('fr', /[^\u00a0\u202f?!.][?!;%]|[^\u00a0\u202f][:»]|«[^\u00a0\u202f]/)).toEqual([])
})

test.each(['da', 'fi', 'nb', 'nl', 'sv'] as const)('in %s a sentence goes on in lower case after a colon', (language) => {
  expect(textsWith(language, /: (?!IBAN)\p{Lu}/u)).toEqual([])
})

test('French and Spanish address one reader of any gender', () => {
  expect(textsWith('fr', /\b(votre|(tu es|tu seras|t’es) (dé)?(connecté|inscrit|abonné|désinscrit|désabonné))/i)).toEqual([])
  expect(textsWith('es', /(?<!\p{L})(os|vosotr[oa]s|vuestr[oa]s?|\p{L}+(?:áis|éis))(?!\p{L})/iu)).toEqual([])
})

test('French puts nothing before a name that would lose its vowel before another: "Photo d’Anna"', () => {
  expect(textsWith('fr', /(?<!\p{L})(de|que|je|ne|se|me|te|le|la) \{(member|site|company|sender|descriptor)\}/iu)).toEqual([])
})

test('Polish puts the brand after "serwis", so that its name need not be declined', () => {
  expect(textsWith('pl', /\b(w|z|do|na|od|o|przez|dla) \{site\}/i)).toEqual([])
})

test.each(['de', 'it', 'pl'] as const)('mails in %s go on in lower case after "Hallo Anna,"', (language) => {
  const mails = Object.entries(readPart('mail', language))
  expect(mails.find(([key]) => key === 'mail.hello')![1]).toMatch(/,$/)
  const texts = mails.filter(([key]) => /^mail\.\w+\.text$/.test(key)).map(([, text]) => text)
  expect(texts.length).toBeGreaterThan(20)
  // The first word of a text, or of each form of a text that begins with a choice.
  const words = texts.flatMap((text) => (text.startsWith('{') ? [...text.matchAll(/ \{(\p{L}+)/gu)] : [...text.matchAll(/^(\p{L}+)/gu)]))
  // Polish letters write "you" and "your" with a capital anywhere.
  expect(words.map(([, word]) => word!).filter((word) => /^\p{Lu}/u.test(word) && !(language === 'pl' && word.startsWith('Tw')))).toEqual(
    []
  )
})

test.each([
  ['de', /\babgemeldet|\bAbmelden/],
  ['nl', /\bje bent afgemeld\b/i],
  ['sv', /avregistrer/i],
  ['it', /annulla.* iscrizione|iscrizione annullata/i]
] as const)('turning emails off sounds neither like logging out nor like leaving: %s', (language, avoided) => {
  expect(textsWith(language, avoided)).toEqual([])
})

test.each([
  ['es', /(?<!\p{L})las \{time\}/iu],
  ['it', /(?<!\p{L})(?:il|[dn]el|d?al|sul|[dn]?alle|delle) \{\w+(?:, number)?\}/iu]
] as const)(
  'no article stands before a date, a time or a number, whose sound decides about it (a la 1:30, l’8 ottobre): %s',
  (language, avoided) => {
    expect(textsWith(language, avoided)).toEqual([])
  }
)

test.each(LOCALES)('in %s no sentence ends with an amount whose currency ends with a period: "fra 4,48 kr.."', (language) => {
  const written = ['DKK', 'NOK', 'SEK', 'EUR', 'GBP', 'PLN'].map((currency) => formatMoney(language, 995, currency))
  if (!written.some((amount) => amount.endsWith('.'))) return
  expect(textsWith(language, /\{(amount|day|minimum|month|price|total)\}\}?\./)).toEqual([])
})

/** The word for restoring a deleted account (GLOSSARY.md), which texts, buttons and mails share. */
const REACTIVATE: Record<Locale, RegExp> = {
  da: /genaktiv/i,
  de: /reaktiv/i,
  en: /reactivat/i,
  es: /reactiv/i,
  fi: /palaut/i,
  fr: /réactiv/i,
  it: /riattiv/i,
  nb: /reaktiv/i,
  nl: /opnieuw (te )?active|activeert het opnieuw/i,
  pl: /przywr/i,
  sv: /återaktiv/i
}

/** Texts about that, beside the documents, which name the days. */
const ABOUT_A_RETURN = [
  'error.account_deleted',
  'account-deleted.other_text',
  'account-deleted.text',
  'delete-account-form.return',
  'mail.account_deleted.button',
  'mail.account_deleted.text',
  'delete-account-form.refund_help',
  'token.reactivate_action',
  'token.reactivate_heading'
]

test.each(LOCALES)('in %s a deleted account comes back by one word on pages, in documents and in mails', (language) => {
  const texts = FOLDERS.flatMap((folder) => Object.entries(readPart(folder, language))).filter(
    ([key, text]) => ABOUT_A_RETURN.includes(key) || text.includes('{reactivation_days}')
  )
  expect(texts.length).toBeGreaterThan(ABOUT_A_RETURN.length)
  expect(texts.filter(([, text]) => !REACTIVATE[language].test(text)).map(([key, text]) => `${key}: ${text}`)).toEqual([])
})

/** The words for a ban and for a suspension (GLOSSARY.md): after a ban others get credits back, after a suspension they don't. */
const MEASURES: Record<Locale, { banned: RegExp; suspended: RegExp }> = {
  da: { banned: /udeluk/i, suspended: /\bluk/i },
  de: { banned: /ausgeschlossen/i, suspended: /sperr/i },
  en: { banned: /banned/i, suspended: /suspen/i },
  es: { banned: /expuls/i, suspended: /suspen/i },
  fi: { banned: /porttikiel/i, suspended: /sul[jk]/i },
  fr: { banned: /exclu/i, suspended: /suspen/i },
  it: { banned: /esclus/i, suspended: /sospe/i },
  nb: { banned: /utesteng/i, suspended: /\bsteng/i },
  nl: { banned: /verbann/i, suspended: /schors/i },
  pl: { banned: /zablokowan/i, suspended: /zawie/i },
  sv: { banned: /uteslut/i, suspended: /avstäng|stäng\S* av/i }
}

test.each(LOCALES)('in %s a ban and a suspension are told apart by their words', (language) => {
  const of = (locale: Locale) =>
    FOLDERS.flatMap((folder) => Object.entries(readPart(folder, locale)).map(([key, text]) => [`${folder}/${key}`, text]))
  const texts = Object.fromEntries(of(language))
  const { banned, suspended } = MEASURES[language]
  const about = (measure: RegExp) => of('en').flatMap(([key, text]) => (measure.test(text!) ? [`${key}: ${texts[key!]}`] : []))
  const [bans, suspensions] = [about(MEASURES.en.banned), about(MEASURES.en.suspended)]
  expect(Math.min(bans.length, suspensions.length)).toBeGreaterThan(2)
  expect(bans.filter((text) => !banned.test(text) || suspended.test(text))).toEqual([])
  expect(suspensions.filter((text) => !suspended.test(text) || banned.test(text))).toEqual([])
})

/** Sentences that promise an email, and the template that keeps the promise. */
const PROMISED: Record<string, string> = {
  'alerts.a': 'messages_digest',
  'back.a': 'account_deleted',
  'ban.appeal_waiting': 'appeal_decided',
  'complaints.promise': 'complaint_answered',
  'complaints.sent_text': 'complaint_received',
  'cost.debit': 'debit_notice',
  'debit.lead': 'debit_notice',
  'debit.sign': 'debit_notice',
  'delete-account-form.return': 'account_deleted',
  'how.button': 'withdrawal',
  'kept.unconfirmed': 'account_deleted',
  'report.sent_text': 'report_decided',
  'signup.after': 'activation',
  'withdrawal.text': 'withdrawal'
}

test('an email that a page promises has a template', () => {
  const promises = textsWith('en', /\b(e?mail(ed|s)? you|by email|we.ll email|we email)\b/i).filter((text) => !text.startsWith('mail.'))
  expect(promises.map((text) => text.slice(0, text.indexOf(':'))).toSorted()).toEqual(Object.keys(PROMISED))
  const mails = readPart('mail', 'en')
  expect(Object.values(PROMISED).filter((template) => !(`mail.${template}.subject` in mails))).toEqual([])
})

test('where someone is reaches us only roughly, if they ask for their region: no text says that it stays with them', () => {
  expect(textsWith('en', /(?<!exactly )where you are (stays|is known)/i)).toEqual([])
})

test('no text says that someone is near: a place is a region at most, and a list may contain its whole country', () => {
  const NEAR = /\b(near(by)?|close (to|by)|around) (you|me)\b|\bnearby\b|\bin your area\b/i
  expect(textsWith('en', NEAR)).toEqual([])
})

/** The words of a text, in small letters, between spaces. */
const wordsOf = (text: string) => ` ${(text.toLowerCase().match(/\p{L}+/gu) ?? []).join(' ')} `

test.each(LOCALES)('in %s no text begins with the words of its heading, nor with one word before them', (language) => {
  const texts = new Map(FOLDERS.flatMap((folder) => Object.entries(readPart(folder, language))))
  const repeated = [...texts].flatMap(([key, heading]) => {
    const [, name] = /^(.*)(?:title|heading)$/.exec(key) ?? []
    const below = ['text', 'lead'].flatMap((end) => (name === undefined ? [] : (texts.get(name + end) ?? [])))
    const words = wordsOf(heading)
    if (words.trim().split(' ').length < 2) return []
    return below
      .filter((text) => [0, wordsOf(text).indexOf(' ', 1)].includes(wordsOf(text).indexOf(words)))
      .map((text) => `${heading}: ${text}`)
  })
  expect(repeated).toEqual([])
})
