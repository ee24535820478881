import { proveBooks } from '../origin/credits/prove-books.ts'
import { runCommand } from './operator/operator-command.ts'
import { parseWords } from './operator/parse-command-line.ts'
import { withDatabase } from './database/with-database.ts'

// `npm run books`: proves that the legs of every movement sum to 0 and that every balance is the sum of its legs. Exit code 1 if they aren't.
await runCommand(async () => {
  parseWords(0)
  const { movements, accounts, problems } = await withDatabase((db) => proveBooks(db))
  for (const problem of problems) console.error(problem)
  if (problems.length > 0) process.exitCode = 1
  else console.log(`The books balance: ${movements} movements sum to 0, ${accounts} balances are the sums of their legs.`)
})
