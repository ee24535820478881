import type { TenantRecord } from '../../shared/tenants/schema.ts'
import { foldKey } from '../accounts/names/fold-key.ts'
import { giveConsents } from '../consents/consents.ts'
import { newPublicId } from '../db/public-id.ts'
import { CAST } from './cast.ts'
import type { Person } from './plan-people.ts'

/** The row of someone in the demo world, and the words of what they have agreed to, by hash. */
export function memberRow(person: Person, tenant: TenantRecord, { passwordHash, lastSeen }: { passwordHash: string; lastSeen: Date }) {
  const occasion = { tenant, language: person.language, now: person.signupDate }
  const greets = tenant.settings.auto_like === 'consented' && person.role === 'free' && !CAST.some(({ email }) => email === person.email)
  const consents = giveConsents(['terms', 'sensitive', ...(greets ? (['greetings'] as const) : [])], occasion)
  const confirmed = person.role !== 'unconfirmed'
  const publicId = newPublicId()
  return {
    words: consents.words,
    row: {
      public_id: publicId,
      pool: person.pool,
      home_tenant: person.tenant.id,
      email: person.email,
      email_key: confirmed ? foldKey(person.email) : publicId,
      claimed_key: confirmed ? null : foldKey(person.email),
      name: person.name,
      name_key: foldKey(person.name),
      password_hash: passwordHash,
      language: person.language,
      status: confirmed ? 'confirmed' : 'not_confirmed',
      profile_status: confirmed ? 'active' : 'disabled',
      paid_user: person.role === 'premium',
      notifications_disabled: person.role === 'mails bounce' ? ['bounce'] : [],
      signup_date: person.signupDate,
      active_day: lastSeen.toISOString().slice(0, 10),
      consent: JSON.stringify(greets ? { ...consents.given, greetings: { agreed: true, ...consents.given.greetings } } : consents.given),
      gender: person.gender,
      looking_for: [...person.lookingFor],
      date_of_birth: person.dateOfBirth,
      country: person.country,
      region: person.region,
      interests: person.interests,
      about: person.about,
      fictional: person.role === 'fictional',
      greets_newcomers: greets,
      // Demo members allow it, so that profiles and landers have someone to show.
      shown_to_visitors: true
    }
  }
}
