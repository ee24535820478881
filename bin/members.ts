import { readmitAddress } from '../origin/moderation/banned-addresses.ts'
import { findMembers, showMember } from '../origin/moderation/queue.ts'
import { harmless } from './operator/harmless.ts'
import { runVerb } from './operator/operator-command.ts'
import { printJson, printTable } from './operator/print.ts'
import { withDeps, withDatabase } from './database/with-database.ts'
import { noMember } from './operator/typed.ts'
import { UsageError } from './operator/usage-error.ts'

// `npm run members`: finds accounts for moderators. Conversations are never shown.
const HELP = `npm run members -- <command>

  find <id|name|email>   accounts with this public id, name or email address
  show <id>              state, photos, decisions, reports both ways, and what moderators did, as JSON
  readmit <email>        lets the address of a banned account that was deleted sign up again

Works with the database of DATABASE_URL, else with that of the npm start that runs with this DATA_DIR.`

const COMMANDS: Record<string, (wanted: string) => Promise<void>> = {
  async find(wanted) {
    const found = await withDatabase((db) => findMembers(db, wanted))
    if (found.length === 0) throw new UsageError('No account has this id, name or email address.')
    printTable(
      ['id', 'name', 'email', 'brand', 'state', 'since'],
      found.map(({ public_id: id, name, email, home_tenant: brand, status, signup_date: since }) => [
        id,
        harmless(name),
        harmless(email),
        brand,
        status,
        since.toISOString()
      ])
    )
  },
  async show(id) {
    const member = await withDatabase((db) => showMember(db, id))
    if (!member) throw noMember(id)
    printJson(member)
  },
  async readmit(address) {
    if (!(await withDeps((deps) => readmitAddress(deps, deps.db, address)))) throw new UsageError('This address is not banned.')
    console.log(`${harmless(address)} can sign up again`)
  }
}

await runVerb({ help: HELP, verbs: COMMANDS, words: () => [1, Infinity], callOf: (wanted) => wanted.join(' ') })
