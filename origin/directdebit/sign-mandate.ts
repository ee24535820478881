import { timingSafeEqual } from 'node:crypto'
import { fieldError } from '../../shared/api/errors.ts'
import { announce } from '../events/announce.ts'
import type { MemberContext } from '../http/handler.ts'
import { HttpError, notFound } from '../http/http-error.ts'
import { mailTranslator } from '../mails/messages.ts'
import { mailAboutMoney } from '../accounts/account-mails.ts'
import { lockMembers } from '../members/lock-members.ts'
import { mandateWords } from './mandate-words.ts'
import { offersDirectDebit } from './offered.ts'
import { accountOf, codeKeyOf } from './sealed-account.ts'
import { deleteMandate, findMandateOf, isBlocked, revokeSigned, updateMandate, type MandateRow, type Of } from './store.ts'

/** How often a code can be entered. */
const TRIES = 3

type Signing = MemberContext<'signDirectDebit'>

const ofCaller = ({ viewer, tenant }: Pick<Signing, 'viewer' | 'tenant'>): Of => ({ member: viewer.id, tenant: tenant.settings.id })

/** Signs the waiting mandate, if this is its code. Throws `invalid` (`code_invalid`) otherwise; after three wrong ones it needs another code. */
export async function signMandate(context: Signing): Promise<void> {
  const { db, deps, tenant, viewer, body, now } = context
  await lockMembers(db, [viewer.id])
  const of = ofCaller(context)
  const waiting = await findMandateOf(db, of, body.id)
  if (!waiting || waiting.revoked_at || !offersDirectDebit(deps, tenant.settings)) throw notFound()
  // The answer to the first call was lost.
  if (waiting.signed_at) return
  if (await isBlocked(db, of, waiting.iban_key)) throw new HttpError('directdebit_blocked')
  await checkCode(context, waiting)

  const words = wordsOf(context, waiting)
  // A member has one mandate a site.
  await revokeSigned(db, of, now)
  await updateMandate(db, waiting.id, { code_key: null, signed_at: now, words: words.join('\n') })
  await mailAboutMoney(context, viewer, {
    template: 'mandate',
    link: '/directdebit',
    values: { reference: waiting.reference, iban_end: waiting.iban_end },
    lines: words
  })
  await announce(context, [{ to: viewer.id, type: 'mandate_changed', data: {} }])
}

function wordsOf({ deps, tenant, language, facts, now }: Signing, waiting: MandateRow): string[] {
  const { holder } = accountOf(deps, waiting)
  return mandateWords(mailTranslator(language, facts.country), tenant, { ...waiting, holder }, now)
}

async function checkCode({ db, deps, body, now }: Signing, { id, public_id, code_key: key, code_tries, code_until }: MandateRow) {
  if (key !== null && code_until > now) {
    const typed = await codeKeyOf(deps, public_id, body.code)
    if (timingSafeEqual(Buffer.from(typed), Buffer.from(key))) return
    const tries = code_tries + 1
    await updateMandate(db, id, { code_tries: tries, ...(tries >= TRIES && { code_key: null }) })
  }
  throw new HttpError('invalid', { fields: [fieldError('code', 'code_invalid')], commit: true })
}

/** Revokes one of the member's mandates, or gives up one that is waiting: orders that have begun are still collected. */
export async function revokeMandate(context: MemberContext<'revokeDirectDebit'>): Promise<void> {
  const { db, viewer, tenant, body, now } = context
  await lockMembers(db, [viewer.id])
  const mandate = await findMandateOf(db, { member: viewer.id, tenant: tenant.settings.id }, body.id)
  if (!mandate || mandate.revoked_at) return
  if (mandate.signed_at) await updateMandate(db, mandate.id, { revoked_at: now })
  else await deleteMandate(db, mandate.id)
  await announce(context, [{ to: viewer.id, type: 'mandate_changed', data: {} }])
}
