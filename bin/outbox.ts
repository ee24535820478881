import { countWaiting, selectDead } from '../origin/outbox/store.ts'
import { runCommand } from './operator/operator-command.ts'
import { parseWords } from './operator/parse-command-line.ts'
import { printTable } from './operator/print.ts'
import { withDatabase } from './database/with-database.ts'

// `npm run outbox`: waiting mails and pushes, and those given up in the last seven days, with the reason. Never their content.
const SHOWN = 100

await runCommand(() => {
  parseWords(0)
  return withDatabase(async (db) => {
    const waiting = await countWaiting(db)
    if (waiting.length === 0) console.log('Nothing is waiting.')
    else
      printTable(
        ['channel', 'waiting', 'oldest'],
        waiting.map(({ channel, count, since }) => [channel, String(count), since.toISOString()])
      )
    const dead = await selectDead(db, SHOWN)
    if (dead.length === 0) return console.log('Nothing was given up.')
    printTable(
      ['letter', 'channel', 'brand', 'written', 'given up', 'attempts', 'reason'],
      dead.map((row) => [
        String(row.id),
        row.channel,
        row.tenant,
        row.created_at.toISOString(),
        row.dead_at!.toISOString(),
        String(row.attempts),
        row.reason!
      ])
    )
    if (dead.length === SHOWN) console.log(`These are the last ${SHOWN}; older ones are not printed.`)
  })
})
