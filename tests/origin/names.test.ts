import { describe, expect, test } from 'vitest'
import * as v from 'valibot'
import confusables from '../../origin/accounts/names/confusables.json' with { type: 'json' }
import { fillSkeletons } from '../../origin/accounts/names/fill-skeletons.ts'
import { skeletonOf } from '../../origin/accounts/names/skeleton.ts'
import { MemberName } from '../../shared/api/values.ts'
import { LOCALES } from '../../shared/i18n/locales.ts'
import { aSignUp } from '../fixtures/inputs.ts'
import { PASSWORD } from '../fixtures/origin.ts'
import { sharedOrigin } from '../fixtures/shared-origin.ts'

const origin = sharedOrigin()

/** Error code for a name; null if it is accepted. */
async function refusalOf(name: string, tenant = 'velvet'): Promise<string | null> {
  const country = tenant === 'isle' ? 'GB' : 'NL'
  const { status, body } = await origin.call('signUp', { tenant, body: aSignUp({ name, country }), facts: { tracking: 'ref=a' } })
  const [field, ...more] = body.error?.fields ?? []
  if (status === 200) return null
  expect([field?.field, more]).toEqual(['name', []])
  return field!.code
}

const fits = (name: string) => v.safeParse(MemberName, name).success

describe('a name that looks like another one', () => {
  test('is refused, whichever of its letters is another that looks the same', () => {
    const pairs: string[] = []
    for (const [looks, characters] of Object.entries(confusables)) {
      if (!/^[A-Za-z]+$/.test(looks)) continue
      for (const one of characters) {
        const [plain, disguised] = [`Qo${looks}z`, `Qo${one}z`]
        if (fits(disguised) && skeletonOf(plain) !== skeletonOf(disguised)) pairs.push(disguised)
      }
    }
    expect(pairs).toEqual([])
    expect(Object.values(confusables).join('').length).toBeGreaterThan(1000)
  })

  test('is refused at sign-up with the reason, on every site of the pool; in another pool it is free', async () => {
    expect(await refusalOf('Marina Bell')).toBeNull()
    expect(await refusalOf('Раура')).toBeNull()
    const names = {
      'marina bell': 'name_taken',
      'Μarina Bell': 'name_scripts',
      'Marina Веll': 'name_scripts',
      'Marina BeIl': 'name_similar',
      'Rnarina Bell': 'name_similar',
      'Marina Be11': 'name_similar',
      Paypa: 'name_similar'
    }
    for (const [name, code] of Object.entries(names)) {
      expect([name, await refusalOf(name)]).toEqual([name, code])
    }
    expect([await refusalOf('Marina BeIl', 'nordic'), await refusalOf('Marina BeIl', 'isle')]).toEqual(['name_similar', null])
  })

  test('of two at the same moment one is accepted', async () => {
    const codes = await Promise.all([refusalOf('Claire Obscur'), refusalOf('CIaire Obscur'), refusalOf('Claire 0bscur')])
    expect(codes.filter((code) => code === null)).toHaveLength(1)
  })

  test('stays if it existed before, and its member logs in as usual', async () => {
    const members = [
      await origin.aMember({ name: 'Old Lina' }),
      await origin.aMember({ name: '0ld Iina' }),
      await origin.aMember({ name: 'Old Iina' })
    ]
    expect(await fillSkeletons(origin.deps)).toBeGreaterThanOrEqual(3)
    expect(await fillSkeletons(origin.deps)).toBe(0)
    for (const { row, id } of members) {
      const answer = await origin.call('login', { body: { credentials: { login: row.name, password: PASSWORD } } })
      expect(answer.body.user?.id).toBe(id)
    }
    expect(await refusalOf('OId Lina')).toBe('name_similar')
  })
})

describe('the letters of a name', () => {
  const good = [
    'Анна',
    'Ёлка Котова',
    'Άννα',
    'Ελένη-Μαρία',
    'Zoë',
    'Łucja',
    'Ngô Ánh',
    'Ægir',
    'O’Hara'.replace('’', 'ʼ'),
    'さくら 花子',
    '山田タロウ',
    '서연 金',
    'נועה',
    'ليلى',
    'Anna Котова',
    'ẹ̀kọ́'
  ]
  const mixed = ['Anпa', 'Αnna', 'Annа', 'Ivаn', 'Τom', 'Admіn', 'Аnna Bell', 'Anna-Вell', 'Aн', 'さakura', '𝐀𝐧𝐧𝐚']

  test('of one script per word are accepted, in whatever script people write', () => {
    expect(good.filter((name) => !fits(name))).toEqual([])
  })

  test('of mixed scripts in a word are refused', async () => {
    for (const name of mixed) expect([name, await refusalOf(name.padEnd(3, 'a'))]).toEqual([name, 'name_scripts'])
  })

  test('have at most two marks each, and no invisible ones', async () => {
    const marks = (count: number) => `Z${'\u0301\u0302\u0303\u0304'.repeat(4).slice(0, count)}oe`
    expect(await refusalOf(marks(15))).toBe('name_marks')
    expect(await refusalOf(`Zoe${marks(4)}`)).toBe('name_marks')
    expect(fits('Zo\u0323\u0302e')).toBe(true)
    for (const unseen of ['\u3164\u3164\u3164', 'An\u034Fna', 'An\u115Fna', 'Anna\uFE0F'])
      expect(await refusalOf(unseen)).toBe('name_letters')
  })
})

describe('a name that sounds like the site’s staff', () => {
  const WORDS = (
    'admin Administrator MODERATOR support helpdesk staff official system service team ' +
    'Sysadmin beheerder klantenservice officieel Kundenservice offiziell modérateur moderateur équipe officiel ' +
    'soporte equipo oficial assistenza ufficiale kundeservice kundtjänst officiell brukerstøtte offisiell ' +
    'ylläpito asiakaspalvelu virallinen obsługa zespół oficjalny pomoc'
  ).split(' ')

  test('is refused in all languages, however it is written', async () => {
    expect(LOCALES).toHaveLength(11)
    for (const word of WORDS) {
      for (const name of [word, word.toUpperCase(), `${word}1`, `_${word}_`, `1.${word}.24`]) {
        expect([name, await refusalOf(name)]).toEqual([name, 'name_reserved'])
      }
    }
  })

  test('is refused in disguise, with another word next to it, and split up', async () => {
    const names = [
      '4dm1n',
      'adm1n',
      'AdmIn',
      'Suррort'.replaceAll('р', 'p'),
      'a.d.m.i.n',
      'ad min',
      'Anna Admin',
      'Support_Anna',
      'the-team',
      'Velvet Team',
      'velvetsupport',
      'TeamVelvet24',
      'ѕуѕtеm'
    ]
    for (const name of names) expect([name, await refusalOf(name)]).toEqual([name, name === 'ѕуѕtеm' ? 'name_scripts' : 'name_reserved'])
  })

  test('includes every brand whose members meet, and no other', async () => {
    for (const name of ['Velvet', 'VELVET', 'Ve1vet', 'velvet_24', 'Nordic', 'nordic.'])
      expect([name, await refusalOf(name)]).toEqual([name, 'name_reserved'])
    expect(await refusalOf('Isle')).toBeNull()
    expect(await refusalOf('Isle', 'isle')).toBe('name_reserved')
  })

  test('is not every name that contains such a word', async () => {
    for (const name of ['Velvet Rose', 'Teamo', 'Serviceman', 'Modesty', 'Adminah', 'Rosystem', 'Tukia', 'Anna Team Spirit']) {
      expect([name, await refusalOf(name)]).toEqual([name, null])
    }
  })
})
