import type { Deps } from '../deps.ts'
import { purgeExpiredMandates } from '../directdebit/purge-expired-mandates.ts'
import { askProviders } from './ask-providers.ts'
import { sendRefunds } from './refund-order.ts'
import { purgeExpiredCards } from './stored-cards.ts'

/** Asks about what isn't settled, sends refunds that wait, and has providers forget removed cards and mandates; returns how many of these were done. */
export async function runPayments(deps: Deps): Promise<number> {
  return (await askProviders(deps)) + (await sendRefunds(deps)) + (await purgeExpiredCards(deps)) + (await purgeExpiredMandates(deps))
}
