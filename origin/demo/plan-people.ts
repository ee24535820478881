import type { Gender } from '../../shared/api/values.ts'
import type { Locale } from '../../shared/i18n/locales.ts'
import { interestsOfNiche } from '../../shared/tenants/interests.ts'
import { regionsOf } from '../../shared/tenants/regions.ts'
import { poolOf, type Tenant } from '../../shared/tenants/schema.ts'
import { BRANDS, type Brand } from './brands.ts'
import { CAST, type Role } from './cast.ts'
import { createRandom, type Random } from './random.ts'
import { DEMO_TEXTS } from './texts.ts'

const MINUTE = 60_000
const DAY = 24 * 60 * MINUTE

/** A demo member that isn't stored yet. */
export interface Person {
  /** Unique; also the seed of everything about them. */
  email: string
  name: string
  role: Role
  tenant: Tenant
  pool: string
  language: Locale
  gender: Gender
  lookingFor: readonly Gender[]
  age: number
  /** `YYYY-MM-DD`, so that they are `age` years old now. */
  dateOfBirth: string
  country: string
  region: string
  interests: string[]
  about: string
  photos: number
  signupDate: Date
  lastSeen: Date
}

/** The cast and the other members of every demo tenant in `tenants`, the same each time. */
export function planPeople(tenants: readonly Tenant[], now: Date): Person[] {
  return tenants.flatMap((tenant) => {
    const brand = BRANDS[tenant.id]
    return brand && tenant.demo ? [...castOf(tenant, now), ...othersOf(tenant, brand, now)] : []
  })
}

function castOf(tenant: Tenant, now: Date): Person[] {
  return CAST.filter((one) => one.tenant === tenant.id).map(({ region, lookingFor, ...one }) => {
    const random = createRandom(one.email)
    const person = { ...basics(tenant, one, now, random), ...one, tenant, region, country: region.slice(0, 2), lookingFor }
    return one.role === 'fictional' ? { ...person, about: DEMO_TEXTS[person.language].fictional ?? person.about } : person
  })
}

function othersOf(tenant: Tenant, brand: Brand, now: Date): Person[] {
  const names = namesOf(tenant)
  return Object.entries(brand.people).flatMap(([key, count]) => {
    const gender = key as Gender
    return names[gender]!.slice(0, count).map((given, index): Person => {
      const email = `${given.normalize('NFD').replace(/\W/g, '').toLowerCase()}.${tenant.id}@members.example`
      const random = createRandom(email)
      const country = random.chance(0.7) ? tenant.countries[0]! : random.pick(tenant.countries)
      const premium = random.chance(0.25)
      const age = random.between(...brand.ages)
      return {
        ...basics(tenant, { gender, age }, now, random),
        email,
        // Some have an initial after a common name, as many people do.
        name: gender !== 'couple' && index % 3 === 2 ? `${given} ${random.pick([...'BDHKMSVW'])}` : given,
        role: premium ? 'premium' : 'free',
        tenant,
        country,
        region: random.pick(regionsOf(country)).code,
        lookingFor: lookingFor(gender, tenant.niche, random),
        photos: random.pick(premium ? [1, 2, 3, 4, 5] : [0, 1, 1, 1, 2, 2, 3])
      }
    })
  })
}

/** Names of the tenant's language; two brands with the same language and pool use different halves of the list. */
function namesOf({ id, domain_language }: Tenant): Partial<Record<Gender, string[]>> {
  const { names } = DEMO_TEXTS[domain_language]
  const fromTheEnd = id === 'fluwijn-be' || id === 'harbourlight'
  return fromTheEnd ? Object.fromEntries(Object.entries(names).map(([gender, list]) => [gender, list.toReversed()])) : names
}

/** What all people have, cast or not. */
function basics(tenant: Tenant, { gender, age }: Pick<Person, 'gender' | 'age'>, now: Date, random: Random) {
  // One in three joined within the last month, so that members have someone new nearby.
  const days = random.between(12, 700)
  const signupDate = new Date(now.getTime() - (days < 240 ? 12 + (days % 17) : days) * DAY - random.below(DAY))
  return {
    gender,
    age,
    dateOfBirth: bornSo(age, now, random),
    pool: poolOf(tenant),
    language: tenant.domain_language,
    interests: interestsFor(tenant, random),
    about: aboutFor(tenant, random),
    signupDate,
    lastSeen: new Date(now.getTime() - ago(random))
  }
}

/** How long ago someone was seen: a few are online, most were here today or this week, a few were away for longer. In ms. */
function ago(random: Random): number {
  const [from, to] = random.pick([
    [0, 4 * MINUTE],
    [10 * MINUTE, DAY / 2],
    [10 * MINUTE, DAY / 2],
    [DAY / 2, 3 * DAY],
    [DAY, 7 * DAY],
    [3 * DAY, 11 * DAY]
  ] as const)
  return random.between(from, to)
}

function bornSo(age: number, now: Date, random: Random): string {
  const day = new Date(now)
  day.setUTCFullYear(day.getUTCFullYear() - age)
  day.setUTCDate(day.getUTCDate() - random.between(2, 360))
  return day.toISOString().slice(0, 10)
}

const BDSM = 2
/** Interests of demo members besides everyday ones, if the tenant offers them: hints, not a list of acts. */
const HINTS = ['hot', 'lingerie', 'safe_sex']
const BDSM_HINTS = [...HINTS, 'bondage', 'sadomasochism']

function interestsFor({ niche, interests }: Tenant, random: Random): string[] {
  const offered: readonly string[] = interests ?? interestsOfNiche(niche)
  const everyday: readonly string[] = interestsOfNiche(1).filter((one) => offered.includes(one))
  const hints = (niche === BDSM ? BDSM_HINTS : HINTS).filter((one) => offered.includes(one))
  return [...random.some(everyday, random.between(3, 6)), ...random.some(hints, random.below(3))]
}

function aboutFor({ niche, domain_language }: Tenant, random: Random): string {
  const { openers, middles, kink, closers } = DEMO_TEXTS[domain_language]
  const parts = [openers, middles, ...(niche === BDSM && kink ? [kink] : []), closers]
  return parts.map((part) => random.pick(part)).join(' ')
}

const NICHE = { gay: 5, lesbian: 6, couples: 7 }

function lookingFor(gender: Gender, niche: number, random: Random): Gender[] {
  if (niche === NICHE.gay) return ['man']
  if (niche === NICHE.lesbian) return ['woman']
  if (niche === NICHE.couples) return gender === 'couple' ? ['couple', 'woman', 'man'] : ['couple']
  if (gender === 'couple') return random.pick([['woman'], ['woman', 'couple'], ['couple', 'man']])
  if (gender === 'other') return ['woman', 'man', 'other']
  const usual: Gender = gender === 'woman' ? 'man' : 'woman'
  return random.pick<Gender[]>([[usual], [usual], [usual, 'other'], ['woman', 'man'], [usual, 'couple']])
}
