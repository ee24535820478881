import { methodsIn } from '../../shared/rules/prices.ts'
import { isClosed } from '../../shared/tenants/offering.ts'
import type { Tenant } from '../../shared/tenants/schema.ts'
import type { PaymentMethod } from '../../shared/tenants/selling.ts'
import type { Deps } from '../deps.ts'

/** How members of a country can pay here: direct debit needs someone who sends text messages. */
export function methodsHere({ sms }: Pick<Deps, 'sms'>, settings: Tenant, country: string): PaymentMethod[] {
  return methodsIn(settings, country).filter((method) => method !== 'directdebit' || sms !== null)
}

/** Can anyone on this site pay by direct debit? Not once it has closed, nor while it is paused. */
export function offersDirectDebit(deps: Pick<Deps, 'sms'>, settings: Tenant): boolean {
  return !isClosed(settings) && settings.countries.some((country) => methodsHere(deps, settings, country).includes('directdebit'))
}
