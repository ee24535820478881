import { readdirSync } from 'node:fs'
import { expect, test } from 'vitest'
import { PARTS, readPart } from '../../locales/read.ts'
import type { Locale } from '../../shared/i18n/locales.ts'
import { ROOT } from './source.ts'

const FOLDERS = [...PARTS, ...readdirSync(`${ROOT}locales`).filter((name) => name.startsWith('pages-'))]

/** Texts of a language that match a pattern, including long pages, except the keys that may match. */
function textsWith(language: Locale, pattern: RegExp, but: readonly string[] = []): string[] {
  return FOLDERS.flatMap((folder) => Object.entries(readPart(folder, language)))
    .filter(([key, text]) => !but.includes(key) && pattern.test(text))
    .map(([key, text]) => `${key}: ${text}`)
}

/** Sentences of the specification, which stay as they are (specified-texts.test.ts). */
const SPECIFIED = ['error.not_enough_credits', 'field.email_not_found', 'field.password_repeat', 'not-found.heading', 'not-found.title']

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

test('French has a no-break space before ? ! ; : % » and after «', () => {
  expect(textsWith('fr', /[^\u00a0\u202f?!.][?!;%]|[^\u00a0\u202f][:»]|«[^\u00a0\u202f]/)).toEqual([])
})

test('French and Spanish address one reader of any gender', () => {
  expect(textsWith('fr', /\b(votre|(tu es|tu seras|t’es) (dé)?(connecté|inscrit|abonné|désinscrit|désabonné))/i)).toEqual([])
  expect(textsWith('es', /(?<!\p{L})(os|vosotr[oa]s|vuestr[oa]s?|\p{L}+(?:áis|éis))(?!\p{L})/iu)).toEqual([])
})

test('Polish puts the brand after "serwis", so that its name need not be declined', () => {
  expect(textsWith('pl', /\b(w|z|do|na|od|o|przez|dla) \{site\}/i)).toEqual([])
})

test.each([
  ['de', /\babgemeldet|\bAbmelden/],
  ['nl', /\bje bent afgemeld\b/i],
  ['sv', /avregistrer/i],
  ['it', /annulla.* iscrizione|iscrizione annullata/i]
] as const)('turning emails off sounds neither like logging out nor like leaving: %s', (language, avoided) => {
  expect(textsWith(language, avoided)).toEqual([])
})
