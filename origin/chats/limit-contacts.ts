import { newContactsPerDay } from '../../shared/rules/new-contacts.ts'
import { HttpError } from '../http/http-error.ts'
import type { MemberScope } from '../members/viewer-scope.ts'
import { countAnswered, selectOpenings } from './opening-store.ts'

const HOUR = 3600 * 1000
const DAY = 24 * HOUR

/**
 * Throws `contact_limit`, with the hours to wait, for a member who has begun as many conversations as they may within 24 hours. Their row must be
 * locked.
 */
export async function limitContacts({ db, deps, viewer, now }: MemberScope): Promise<void> {
  const openings = await selectOpenings(db, viewer.id, new Date(now.getTime() - DAY))
  const days = Math.floor((now.getTime() - viewer.signup_date.getTime()) / DAY)
  const account = { days, paid: viewer.paid_user }
  const most = (answered: number) => newContactsPerDay({ ...account, answered }) * deps.limitFactor
  // Most members come nowhere near the limit: no need to count their answers.
  if (openings.length < most(0)) return
  const allowed = most(await countAnswered(db, viewer.id))
  if (openings.length < allowed) return
  // The first moment at which enough of them are more than a day old.
  const goOn = openings[openings.length - Math.floor(allowed)]!.getTime() + DAY
  const wait = Math.max(1, goOn - now.getTime())
  throw new HttpError('contact_limit', { params: { hours: Math.ceil(wait / HOUR) }, retryAfter: Math.ceil(wait / 1000) })
}
