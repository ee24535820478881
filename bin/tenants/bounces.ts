import { selectBounces } from '../../origin/visits/store.ts'
import { withDatabase } from '../database/with-database.ts'
import { harmless } from '../operator/harmless.ts'
import { printBeginning, printJson } from '../operator/print.ts'
import { neededId, type Call } from './call.ts'

/** Lists how many visitors of each campaign left a brand at once, by day, the newest first. */
export async function bounces(call: Call): Promise<number> {
  const id = neededId(call, 'bounces <id>')
  const rows = await withDatabase((db) => selectBounces(db, id))
  if (call.json) printJson(rows)
  else if (rows.length === 0) console.log(`None were counted on ${id}.`)
  else
    printBeginning(
      ['day', 'network', 'lb', 'bounces'],
      // Anyone can make up the campaign in an address.
      rows.map((row) => [row.day, harmless(row.network), harmless(row.lb), String(row.bounces)])
    )
  return 0
}
