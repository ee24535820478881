import { accountMay } from '../../shared/rules/account-state.ts'
import { monthOf, monthToState } from '../../shared/rules/statements.ts'
import { lockMember } from '../accounts/store.ts'
import type { MemberRow } from '../db/tables/members.ts'
import { inUnitOfWork } from '../db/unit-of-work.ts'
import type { Deps } from '../deps.ts'
import { eachAlone } from '../jobs/each-alone.ts'
import { mailStatement } from './mail-statement.ts'
import { insertDue, isMonthDone, selectDue, takeDue, takeMonth } from './store.ts'

/** Statements handled in one go. */
const BATCH = 200

/**
 * Mails the statements of last month in the first days of this one; returns how many. A member leaves the list in the transaction that queues the
 * mail, so a killed run repeats none, and several processes may run this at once.
 */
export async function sendStatements(deps: Deps): Promise<number> {
  await listDue(deps)
  let count = 0
  for (;;) {
    const due = await selectDue(deps.db, BATCH)
    let left = due.length
    count += await eachAlone(deps, due, async (member) => {
      const sent = await sendOne(deps, member)
      left -= 1
      return sent
    })
    // Failed ones would be selected first again: they wait for the next run.
    if (due.length < BATCH || left > 0) return count
  }
}

/** Once a month for each brand: who gets a statement. */
async function listDue(deps: Deps): Promise<void> {
  for (const { settings } of deps.tenants.all()) {
    const stated = monthToState(settings.time_zone, deps.now())
    if (!stated || (await isMonthDone(deps.db, settings.id, stated.month))) continue
    await inUnitOfWork(deps, async ({ db }) => {
      if (await takeMonth(db, settings.id, stated.month)) await insertDue(db, settings.id, stated)
    })
  }
}

/** False if there is nothing to mail, or no longer. */
async function sendOne(deps: Deps, id: number): Promise<boolean> {
  return await inUnitOfWork(deps, async (unit) => {
    const member = await lockMember(unit.db, id)
    const due = await takeDue(unit.db, id)
    const tenant = member && deps.tenants.byId(member.home_tenant)
    if (!member || !due?.wanted || !tenant || !isMailed(member)) return false
    await mailStatement({ ...unit, tenant }, member, monthOf(tenant.settings.time_zone, due.month))
    return true
  })
}

/** A member who unsubscribed from mails about others still gets those about their own money; an address that bounced or complained gets nothing. */
function isMailed({ status, notifications_disabled: disabled }: MemberRow): boolean {
  return accountMay(status, 'get_news') && disabled.every((reason) => reason === 'unsubscribe')
}
