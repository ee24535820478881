import { text } from 'node:stream/consumers'
import { inUnitOfWork } from '../origin/db/unit-of-work.ts'
import { countWaiting, listKeys, removeKey, storeKey } from '../origin/payments/provider-keys.ts'
import { faultOfKey, KEYED_PROVIDERS } from '../origin/providers/payment/key-shapes.ts'
import { BOOLEAN, runVerb, STRING } from './operator/operator-command.ts'
import { count, printJson, printTable } from './operator/print.ts'
import { withDeps, withDatabase } from './database/with-database.ts'
import { authorFrom, reasonFrom } from './operator/typed.ts'
import { UsageError } from './operator/usage-error.ts'

// `npm run keys`: the brands' keys at their payment providers. They are read from standard input and never shown again.
const HELP = `npm run keys -- <command>

  list                       brands with a key, without its value; --json for programs
  set <brand> <provider>     reads the key from standard input, and replaces an earlier one; --reason
  remove <brand> <provider>  the brand can't be paid from then on; --reason, and --force while orders or refunds wait for that provider

  npm run keys -- set velvet mollie --reason "First key" < key.txt

--by  your name for the log (your user name)

Providers: ${KEYED_PROVIDERS.join(', ')}. Keys are stored in the database of DATABASE_URL, else in that of the npm start that runs with this DATA_DIR,
sealed with APP_SECRET: it has to be the origin's.`

interface Call {
  brand: string
  provider: string
  author: string
  reason: string | undefined
  json: boolean
  force: boolean
}

const COMMANDS: Record<string, (call: Call) => Promise<void>> = {
  async list({ json }) {
    const keys = await withDatabase((db, { appSecret }) => listKeys(db, appSecret))
    if (json) return printJson(keys)
    if (keys.length === 0) return console.log('No brand has a key.')
    printTable(
      ['brand', 'provider', 'takes', 'since'],
      keys.map(({ tenant, provider, mode, opens, since }) => [
        tenant,
        provider,
        opens === false ? 'nothing: stored with another APP_SECRET' : mode === 'live' ? 'money' : 'no money (test)',
        since.toISOString()
      ])
    )
  },
  async set(call) {
    const { brand, provider } = check(call)
    const act = actOf(call)
    if (process.stdin.isTTY) throw new UsageError('A typed key would stay on the screen: send it on standard input, as in … < key.txt')
    const key = (await text(process.stdin)).trim()
    const fault = faultOfKey(provider, key)
    if (fault !== null) throw new UsageError(fault)
    await withDeps(async (deps) => {
      if (!deps.tenants.byId(brand)) throw new UsageError(`There is no brand "${brand}". Publish it first.`)
      await inUnitOfWork(deps, (unit) => storeKey(unit, { tenant: brand, provider, key }, act))
    })
    console.log(`${brand} has a key at ${provider}`)
  },
  async remove(call) {
    const { brand, provider } = check(call)
    const act = actOf(call)
    const place = { tenant: brand, provider }
    await withDeps(async (deps) => {
      const { orders, refunds } = await countWaiting(deps.db, place)
      if (!call.force && orders + refunds > 0)
        throw new UsageError(
          `${count(orders, 'order')} and ${count(refunds, 'refund')} of ${brand} still wait for ${provider}, and would wait until it has a key again. ` +
            'To remove it all the same, add --force.'
        )
      if (!(await inUnitOfWork(deps, (unit) => removeKey(unit, place, act)))) throw new UsageError(`${brand} has no key at ${provider}.`)
    })
    console.log(`${brand} has no key at ${provider} any more`)
  }
}

function check(call: Call): Call {
  if (!KEYED_PROVIDERS.includes(call.provider)) throw new UsageError(`Which provider? One of: ${KEYED_PROVIDERS.join(', ')}.`)
  return call
}

const actOf = ({ author, reason }: Call) => ({ author, reason: reasonFrom(reason) })

await runVerb({
  help: HELP,
  verbs: COMMANDS,
  words: (verb) => (verb === 'list' ? [0, 0] : [1, 2]),
  options: { by: STRING, reason: STRING, json: BOOLEAN, force: BOOLEAN },
  callOf: ([brand = '', provider = ''], { by, reason, json = false, force = false }) => ({
    brand,
    provider,
    author: authorFrom(by),
    reason,
    json,
    force
  })
})
