import type { Deps } from '../deps.ts'
import { forgetMandates } from '../directdebit/forget-mandates.ts'
import { sweepEach } from '../jobs/sweep-each.ts'
import { askProviders } from './ask-providers.ts'
import { sendRefunds } from './refund-order.ts'
import { forgetCards } from './stored-cards.ts'

const SWEEPS = { orders: askProviders, refunds: sendRefunds, cards: forgetCards, keptMandates: forgetMandates }

/** Asks about what isn't settled, sends refunds that wait, and has providers forget removed cards and mandates; returns how many of these were done. */
export async function runPayments(deps: Deps): Promise<number> {
  return await sweepEach(deps, SWEEPS)
}
