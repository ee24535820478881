import type { Deps } from '../deps.ts'
import { eachAlone } from '../jobs/each-alone.ts'
import { selectToForget, updateMandate } from './store.ts'

/** Has providers forget mandates that were revoked, end within a week or whose member is gone, once no order needs them; returns how many. */
export async function forgetMandates(deps: Deps): Promise<number> {
  return await eachAlone(
    deps,
    await selectToForget(deps.db, deps.now()),
    async ({ id, tenant, provider: name, kept_customer, kept_mandate }) => {
      const provider = await deps.payments.open(name!, tenant)
      if (!provider) return false
      await provider.removeCard({ customer: kept_customer!, card: kept_mandate! })
      await updateMandate(deps.db, id, { provider: null, kept_customer: null, kept_mandate: null })
      return true
    }
  )
}
