import { cp, mkdir, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import type { Home } from '../../bin/translate/bundles.ts'
import { exportTexts, importTexts } from '../../bin/translate/exchange.ts'
import { LOCALES } from '../../shared/i18n/locales.ts'
import { command } from '../fixtures/command.ts'

type BrandFile = Record<string, unknown>

let place = ''
let home: Home
const out = () => join(place, 'out')

beforeAll(async () => {
  place = await mkdtemp(join(tmpdir(), 'tether-translate-'))
  home = { locales: join(place, 'locales'), tenants: join(place, 'tenants') }
})
afterAll(() => rm(place, { recursive: true, force: true }))
beforeEach(async () => {
  await rm(out(), { recursive: true, force: true })
  // A few are enough for what is stored; the first test reads all.
  for (const part of ['common', 'gifts']) await cp(`locales/${part}`, join(home.locales, part), { recursive: true })
  for (const name of ['afterdusk', 'fluwijn', 'fluwijn-be', 'lygte']) await cp(`tenants/${name}.json`, join(home.tenants, `${name}.json`))
  await exportTexts(out(), home)
})

const arb = async (file: string) => JSON.parse(await readFile(join(out(), file), 'utf8')) as Record<string, unknown>
const write = async (file: string, texts: object) => await writeFile(join(out(), file), JSON.stringify({ ...(await arb(file)), ...texts }))

/** Changes the copy of a brand's file. */
async function edit(brand: string, change: (file: BrandFile) => object): Promise<void> {
  const path = join(home.tenants, `${brand}.json`)
  await writeFile(path, `${JSON.stringify(change(JSON.parse(await readFile(path, 'utf8')) as BrandFile), null, 2)}\n`)
}

/** Every file of the copies by path. */
async function everything(): Promise<Map<string, string>> {
  const files = new Map<string, string>()
  for (const folder of [home.locales, home.tenants])
    for (const entry of await readdir(folder, { recursive: true, withFileTypes: true }))
      if (entry.isFile()) files.set(join(entry.parentPath, entry.name), await readFile(join(entry.parentPath, entry.name), 'utf8'))
  return files
}

test('the command takes the brands of TENANTS_DIR', async () => {
  await rm(out(), { recursive: true })
  await cp('tenants/lygte.json', join(place, 'own', 'lygte.json'))
  expect((await command('translate', ['export', out()], { TENANTS_DIR: join(place, 'own') })).status).toBe(0)
  const brands = (await readdir(out())).filter((name) => name.startsWith('brand-'))
  expect(brands).toEqual(['brand-lygte'])
})

test('every text of the product comes back as it was, with a note for translators at its source', async () => {
  expect(await exportTexts(out())).toBeGreaterThan(15_000)
  expect(await readdir(join(out(), 'gifts'))).toEqual(LOCALES.map((language) => `texts_${language}.arb`).toSorted())
  expect(await arb('gifts/texts_en.arb')).toMatchObject({
    '@@locale': 'en',
    '@gifts.title': { description: expect.stringMatching(/at most \d+ characters/) }
  })
  // The same keys say something else on each long page.
  expect(await arb('pages-cookies/texts_en.arb')).toMatchObject({
    '@heading': { description: expect.stringMatching(/^Heading of a long page.*at most \d+ characters/) },
    '@cookies.title': { description: expect.stringMatching(/^Heading over the list of cookies/) },
    '@cookies.auth': { description: expect.not.stringMatching(/at most/) }
  })
  expect(Object.keys(await arb('gifts/texts_de.arb'))).not.toContain('@gifts.title')
  expect(await arb('brand-afterdusk/texts_fr.arb')).toMatchObject({ index_title: expect.stringContaining('Afterdusk') })
  // Rewritten by a translator's tool, with what it adds and leaves empty.
  await write('gifts/texts_de.arb', { '@@last_modified': '2026-11-01', 'gifts.title': '' })
  expect(await importTexts(out())).toEqual({ changed: [], wrong: [] })
})

test('every text by language of a brand’s file is exported, with a note at its source', async () => {
  await exportTexts(out())
  let texts = 0
  for (const name of (await readdir('tenants')).filter((file) => file.endsWith('.json') && file !== 'tenant.schema.json')) {
    const file = JSON.parse(await readFile(`tenants/${name}`, 'utf8')) as { domain_language: string } & Record<string, object>
    for (const [field, value] of Object.entries(file))
      for (const [language, text] of Object.entries(value).filter(([key]) => LOCALES.some((locale) => locale === key))) {
        const there = await arb(`brand-${name.slice(0, -'.json'.length)}/texts_${language}.arb`)
        expect(there, `${name} ${language}`).toMatchObject({ [field]: text })
        if (language === file.domain_language) expect(there).toHaveProperty([`@${field}`, 'description'])
        texts += 1
      }
  }
  expect(texts).toBeGreaterThan(60)
})

test('a brand’s text that is missing in a language of its countries can be added by a translator', async () => {
  // The source language is that of the file which it extends.
  await edit('fluwijn-be', ({ domain_language, ...file }) => ({ ...file, index_title: { [domain_language as string]: 'Fluwijn België' } }))
  await rm(out(), { recursive: true })
  await exportTexts(out(), home)
  expect(await arb('brand-fluwijn-be/texts_fr.arb')).toEqual({ '@@locale': 'fr' })
  await write('brand-fluwijn-be/texts_fr.arb', { index_title: 'Fluwijn Belgique' })
  const brand = join(home.tenants, 'fluwijn-be.json')
  expect(await importTexts(out(), home)).toEqual({ changed: [brand], wrong: [] })
  expect(JSON.parse(await readFile(brand, 'utf8'))).toMatchObject({ index_title: { nl: 'Fluwijn België', fr: 'Fluwijn Belgique' } })
})

test('a brand’s text without its source comes back as it was', async () => {
  await edit('lygte', (file) => ({ ...file, description: { en: 'Only in English' } }))
  await exportTexts(out(), home)
  expect(await importTexts(out(), home)).toEqual({ changed: [], wrong: [] })
})

test('a folder without translations, and files that belong to nothing, are refused by name', async () => {
  await expect(importTexts(join(place, 'elsewhere'), home)).rejects.toThrow(/^There are no translations in .*elsewhere/)
  const before = await everything()
  await write('gifts/texts_de.arb', { 'gifts.title': 'Präsente' })
  const stray = ['gifts/texts_pt.arb', 'lygte/texts_en.arb', 'brand-lygte/texts_fr.arb']
  for (const file of stray) {
    await mkdir(join(out(), dirname(file)), { recursive: true })
    await writeFile(join(out(), file), '{"@@locale":"pt","gifts.title":"Presentes"}')
  }
  const { changed, wrong } = await importTexts(out(), home)
  expect([changed, wrong.length]).toEqual([[], stray.length])
  for (const file of stray) expect(wrong.some((line) => line.startsWith(join(out(), file)))).toBe(true)
  expect(await everything()).toEqual(before)
})

test('changed texts are stored, of the product and of a brand, and nothing else changes', async () => {
  const before = await everything()
  await write('gifts/texts_de.arb', { 'gifts.title': 'Präsente' })
  await write('gifts/texts_en.arb', { 'gifts.title': 'Presents' })
  await write('brand-afterdusk/texts_fr.arb', { index_title: 'Afterdusk : une autre rencontre' })
  const german = join(home.locales, 'gifts', 'de.json')
  const brand = join(home.tenants, 'afterdusk.json')
  expect(await importTexts(out(), home)).toEqual({ changed: [german, brand], wrong: [] })
  const after = await everything()
  expect(
    [...after]
      .filter(([path, text]) => before.get(path) !== text)
      .map(([path]) => path)
      .toSorted()
  ).toEqual([german, brand].toSorted())
  expect(after.get(german)).toBe(before.get(german)!.replace('"Geschenke"', '"Präsente"'))
  expect(
    after
      .get(brand)!
      .split('\n')
      .filter((line) => !before.get(brand)!.includes(line))
  ).toEqual(['    "fr": "Afterdusk : une autre rencontre"'])
})

test.each([
  [{ 'gifts.button': 'Geschenk' }, 'gifts.button differs from its source: '],
  [{ 'gifts.button': '{credits, plural, one {#}' }, 'gifts.button is not a valid ICU message: '],
  [{ 'gifts.more': 'Mehr' }, 'gifts.more is not a key of this part.']
])('%o is refused by name, and nothing is stored', async (texts, mistake) => {
  const before = await everything()
  await write('common/texts_fr.arb', { 'nav.credits': 'Autre' })
  await write('gifts/texts_de.arb', texts)
  const { changed, wrong } = await importTexts(out(), home)
  expect([changed, wrong.length]).toEqual([[], 1])
  expect(wrong[0]).toContain(mistake)
  expect(await everything()).toEqual(before)
})
