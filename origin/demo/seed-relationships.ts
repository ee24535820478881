import type { Locale } from '../../shared/i18n/locales.ts'
import { CAST } from './cast.ts'
import type { Person } from './plan-people.ts'
import { createRandom, type Random } from './random.ts'
import { DEMO_TEXTS } from './texts.ts'

const MINUTE = 60_000
const HOUR = 60 * MINUTE
const DAY = 24 * HOUR

export interface PlannedLike {
  liker: Person
  liked: Person
  at: Date
  isNew: boolean
}

export interface PlannedTalk {
  /** Who wrote first. */
  opener: Person
  other: Person
  lines: { sender: Person; text: string; at: Date }[]
  /** The recipient hasn't read the last line yet. */
  unread: boolean
}

const castEmails = new Set(CAST.map(({ email }) => email))
const isCast = (person: Person) => castEmails.has(person.email)
/** Excludes profiles made by the company, which neither start nor receive anything, and profiles that aren't shown yet. */
const takesPart = ({ role }: Person) => role !== 'fictional' && role !== 'unconfirmed'
const seeks = (one: Person, other: Person) => one !== other && one.pool === other.pool && one.lookingFor.includes(other.gender)
const suit = (one: Person, other: Person) => seeks(one, other) && seeks(other, one)

/** Who likes whom. Each of the cast has new likes and matches. */
export function planLikes(people: readonly Person[], now: Date): PlannedLike[] {
  const likes = new Map<string, PlannedLike>()
  const active = people.filter(takesPart)
  const like = (liker: Person, liked: Person, random: Random, isNew: boolean) => {
    const at = new Date(now.getTime() - (isNew ? random.between(20 * MINUTE, 2 * DAY) : random.between(DAY, 11 * DAY)))
    const key = `${liker.email} ${liked.email}`
    if (!likes.has(key)) likes.set(key, { liker, liked, at, isNew })
  }
  for (const star of active.filter(isCast)) {
    const random = createRandom(`admirers of ${star.email}`)
    const admirers = random.some(
      active.filter((one) => !isCast(one) && suit(one, star)),
      8
    )
    for (const [index, one] of admirers.entries()) {
      like(one, star, random, index < 3)
      if (index % 3 === 1) like(star, one, random, false)
    }
  }
  for (const liker of active) {
    const random = createRandom(`likes of ${liker.email}`)
    for (const liked of random.some(
      active.filter((one) => suit(liker, one)),
      random.between(1, 5)
    ))
      like(liker, liked, random, random.chance(0.3))
  }
  return [...likes.values()]
}

/** The conversations of `texts/`, each between two people who speak its language, most with someone of the cast. */
export function planTalks(people: readonly Person[], now: Date): PlannedTalk[] {
  const active = people.filter(takesPart)
  const pools = [...new Set(active.map(({ pool }) => pool))]
  const met = new Set<string>()
  const talks = Object.entries(DEMO_TEXTS).flatMap(([language, { talks: scripts }]) => {
    const circles = pools
      .map((pool) => active.filter((one) => one.pool === pool && one.language === (language as Locale)))
      .filter((circle) => circle.length > 1)
    return scripts.flatMap((script, index) => {
      const circle = circles[index % circles.length]
      return circle ? [staged(script, pair(circle, index, createRandom(`${language} ${index}`), met), now)] : []
    })
  })
  return [...talks, ...hellos(people, now)]
}

/** Two people who haven't met; if two of the cast share a language, they get its first conversation. */
function pair(circle: readonly Person[], index: number, random: Random, met: Set<string>): readonly [Person, Person] {
  const cast = circle.filter(isCast)
  const first = cast[index % Math.max(1, cast.length)] ?? random.pick(circle)
  const free = circle.filter((one) => one !== first && !met.has(bond(one, first)))
  const suited = free.filter((one) => suit(first, one))
  const second = index === 0 && cast.length > 1 ? cast[1]! : random.pick(suited.length > 0 ? suited : free)
  met.add(bond(first, second))
  return index % 2 === 0 ? [second, first] : [first, second]
}

const bond = (one: Person, other: Person) => [one.email, other.email].sort().join(' ')

function staged(script: readonly string[], [opener, other]: readonly [Person, Person], now: Date): PlannedTalk {
  const random = createRandom(`${opener.email} talks to ${other.email}`)
  let at = now.getTime() - random.between(8 * MINUTE, 6 * DAY)
  const lines = script.toReversed().map((line) => {
    const spoken = { sender: line.startsWith('A: ') ? opener : other, text: line.slice(3), at: new Date(at) }
    at -= random.between(MINUTE, 25 * MINUTE)
    return spoken
  })
  return { opener, other, lines: lines.reverse(), unread: random.chance(0.6) }
}

/** Someone of the cast who has not confirmed yet has written to another one, who cannot answer. */
function hellos(people: readonly Person[], now: Date): PlannedTalk[] {
  return people.flatMap((opener) => {
    const text = DEMO_TEXTS[opener.language].hello
    const other = people.find((one) => one.pool === opener.pool && one.language === opener.language && isCast(one) && takesPart(one))
    if (opener.role !== 'unconfirmed' || !text || !other) return []
    return [{ opener, other, lines: [{ sender: opener, text, at: new Date(now.getTime() - 3 * HOUR) }], unread: true }]
  })
}
