import { isOldEnough } from '../../../shared/rules/age.ts'
import { dayIn } from '../../../shared/rules/day.ts'
import { longestSignupMessage } from '../../../shared/rules/signup-message.ts'
import { signupsOpen } from '../../../shared/tenants/public-settings.ts'
import { regionsOf } from '../../../shared/tenants/regions.ts'
import { hasTrafficSource, TRACKING_KEYS, trackingOf, type Tracking } from '../../../shared/tenants/tracking.ts'
import { giveConsents, type Consent } from '../../consents/consents.ts'
import { insertWords } from '../../consents/store.ts'
import { grantCredits } from '../../credits/grant-credits.ts'
import { newPublicId } from '../../db/public-id.ts'
import type { MemberRow } from '../../db/tables/members.ts'
import type { Context } from '../../http/handler.ts'
import { HttpError, invalidField } from '../../http/http-error.ts'
import { selectVisibleMember } from '../../members/store.ts'
import { refuseCommonPassword } from '../passwords/common-passwords.ts'
import { foldKey } from '../names/fold-key.ts'
import { isReservedName } from '../names/reserved-names.ts'
import { sendActivation } from '../links/send-activation.ts'
import { signupCookie } from './signup-cookie.ts'
import { skeletonOf } from '../names/skeleton.ts'
import { findByEmail, findOldestClaim, insertMember, isNameSimilar, isNameTaken } from '../store.ts'

type SignUp = Context<'signUp'>

/** Throws if this sign-up isn't allowed, before any slow work is done for it. */
export function checkSignUp({ deps, tenant: { settings }, pool, body, query, facts, now }: SignUp): void {
  const tracking = { ...query, ...trackingOf(new URLSearchParams(facts.tracking)) }
  if (!signupsOpen(settings, hasTrafficSource(tracking, settings.campaigns))) throw new HttpError('signups_closed')
  if (!isOldEnough(body.date_of_birth, dayIn(settings.time_zone, now), settings.min_age)) {
    throw invalidField('date_of_birth', 'date_of_birth', { min_age: settings.min_age })
  }
  if (!settings.countries.includes(body.country)) throw invalidField('country', 'invalid')
  if (body.region !== null && !regionsOf(body.country).some((region) => region.code === body.region))
    throw invalidField('region', 'invalid')
  if (settings.age_assurance === 'self' && !body.consent_age) throw invalidField('consent_age', 'consent')
  if (isReservedName(body.name, deps.tenants, pool)) throw invalidField('name', 'name_reserved')
  const limit = longestSignupMessage(settings)
  if (body.signup_message !== null && body.signup_message.length > limit) throw invalidField('signup_message', 'too_long', { limit })
  refuseCommonPassword(body.password)
}

/**
 * Creates the account with its free credits and mails the activation link. With an existing member's address the same happens, but the account can't
 * be confirmed and the mail says that an account exists; unless the tenant wants an error instead (`explicit_account_errors`).
 */
export async function signUp(context: SignUp, passwordHash: string): Promise<void> {
  const { db, tenant, now } = context
  const member = await makeMember(context, passwordHash)
  await grantCredits(db, {
    member: member.id,
    tenant: tenant.settings.id,
    credits: tenant.settings.signup_credits,
    movement: `signup:${member.id}`,
    reason: 'signup',
    now
  })
  await sendActivation(context, member, { limited: false })
  context.setCookie(await signupCookie(context, member))
}

async function makeMember(context: SignUp, passwordHash: string): Promise<MemberRow> {
  const { db, tenant, pool, body, now } = context
  const address = foldKey(body.email)
  if (await isNameTaken(db, pool, foldKey(body.name))) throw invalidField('name', 'name_taken')
  if (await isNameSimilar(db, pool, skeletonOf(body.name))) throw invalidField('name', 'name_similar')
  if (
    tenant.settings.explicit_account_errors &&
    ((await findByEmail(db, pool, address)) ?? (await findOldestClaim(db, pool, address, now)))
  ) {
    throw invalidField('email', 'email_taken')
  }
  const interest = body.member === null ? undefined : await selectVisibleMember({ ...context, viewer: null }, body.member)
  const { given, words } = giveConsents(agreedTo(tenant.settings, body), context)
  const row = { ...newMember(context, passwordHash), consent: JSON.stringify(given), signup_interest_id: interest?.id ?? null }
  const member = await insertMember(db, row)
  // Someone took the name, or a similar one, at the same moment.
  if (!member) throw invalidField('name', 'name_taken')
  await insertWords(db, words, now)
  return member
}

function newMember({ tenant, pool, body, query, facts, language, now }: SignUp, passwordHash: string) {
  const publicId = newPublicId()
  return {
    public_id: publicId,
    pool,
    home_tenant: tenant.settings.id,
    email: body.email,
    // The address belongs to no one until it is confirmed.
    email_key: publicId,
    claimed_key: foldKey(body.email),
    name: body.name,
    name_key: foldKey(body.name),
    name_skeleton: skeletonOf(body.name),
    password_hash: passwordHash,
    language,
    signup_date: now,
    active_day: now.toISOString().slice(0, 10),
    tracking: JSON.stringify(body.consent_tracking ? storedTracking({ ...query, ...trackingOf(new URLSearchParams(facts.tracking)) }) : {}),
    gender: body.gender,
    looking_for: body.looking_for,
    date_of_birth: body.date_of_birth,
    country: body.country,
    region: body.region,
    signup_message: body.signup_message,
    signup_complete: false
  }
}

/** What everyone agrees to, and what this member agreed to. Consent to the age check counts only where it was asked for. */
function agreedTo({ age_assurance }: SignUp['tenant']['settings'], body: SignUp['body']): Consent[] {
  const age = body.consent_age && age_assurance === 'self'
  return ['terms', 'sensitive', ...(body.consent_tracking ? ['tracking' as const] : []), ...(age ? ['age' as const] : [])]
}

function storedTracking(tracking: Tracking): Record<string, string> {
  return Object.fromEntries(TRACKING_KEYS.flatMap((key) => (tracking[key] === undefined ? [] : [[key, tracking[key]]])))
}
