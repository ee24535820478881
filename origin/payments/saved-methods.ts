import type { SavedMethods } from '../../shared/api/credits.ts'
import type { Db } from '../http/handler.ts'
import type { Deps } from '../deps.ts'
import { ifReadable } from '../directdebit/sealed-account.ts'
import { findMandate } from '../directdebit/store.ts'
import { findCard } from './card-store.ts'

/** What the member has saved on this site to pay with, whether or not the brand still takes it; with `provider`, only a card of that provider. */
export async function presentSavedMethods(
  db: Db,
  deps: Deps,
  of: { member: number; tenant: string; provider?: string }
): Promise<SavedMethods> {
  const [card, mandate] = [await findCard(db, of), ifReadable(deps, await findMandate(db, of, deps.now()))]
  return {
    stored_card: card ? { id: card.public_id, label: card.label } : null,
    mandate: mandate ? { iban_end: mandate.iban_end } : null
  }
}
