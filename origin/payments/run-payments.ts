import type { Deps } from '../deps.ts'
import { purgeExpiredMandates } from '../directdebit/purge-expired-mandates.ts'
import { askProviders } from './ask-providers.ts'
import { sendRefunds } from './refund-order.ts'
import { purgeExpiredCards } from './stored-cards.ts'

/** Asks about what isn't settled, sends refunds that wait, and has removed cards and mandates forgotten; returns how much of it was done. */
export async function runPayments(deps: Deps): Promise<number> {
  return (await askProviders(deps)) + (await sendRefunds(deps)) + (await purgeExpiredCards(deps)) + (await purgeExpiredMandates(deps))
}
