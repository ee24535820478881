import type { DirectDebit } from '../../shared/api/directdebit.ts'
import type { MemberContext } from '../http/handler.ts'
import { offersDirectDebit } from './offered.ts'
import { accountOf, ifReadable } from './sealed-account.ts'
import { findMandate, findWaiting, isBlocked, type MandateRow } from './store.ts'

type Scope = Pick<MemberContext<'getDirectDebit'>, 'db' | 'deps' | 'tenant' | 'viewer' | 'now'>

/** Direct debit as the member has it. */
export async function presentDirectDebit({ db, deps, tenant, viewer, now }: Scope): Promise<DirectDebit> {
  const { settings, company } = tenant
  const of = { member: viewer.id, tenant: settings.id }
  const signed = await findMandate(db, of, now)
  const [mandate, waiting] = [ifReadable(deps, signed), ifReadable(deps, await findWaiting(db, of))]
  const facts = (row: MandateRow) => ({
    id: row.public_id,
    reference: row.reference,
    holder: accountOf(deps, row).holder,
    iban_end: row.iban_end
  })
  return {
    mandate: mandate ? { ...facts(mandate), signed_at: mandate.signed_at!.toISOString() } : null,
    waiting: waiting
      ? {
          ...facts(waiting),
          phone_end: waiting.phone_end,
          until: waiting.code_key !== null && waiting.code_until > now ? waiting.code_until.toISOString() : null
        }
      : null,
    blocked: await isBlocked(db, of, signed?.iban_key ?? null),
    offered: offersDirectDebit(deps, settings),
    creditor: { name: company.name, address: company.address, city: company.city, country: company.country, id: settings.creditor_id },
    limits: { currency: 'EUR', ...settings.directdebit_limits }
  }
}
