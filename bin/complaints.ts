import { answerComplaint } from '../origin/complaints/answer-complaint.ts'
import { findComplaint, selectUnanswered, type Complaint } from '../origin/complaints/store.ts'
import { inUnitOfWork } from '../origin/db/unit-of-work.ts'
import { harmless } from './operator/harmless.ts'
import { BOOLEAN, runVerb, STRING } from './operator/operator-command.ts'
import { readReasons } from './operator/read-reasons.ts'
import { printJson, printTable } from './operator/print.ts'
import { withDeps, withDatabase } from './database/with-database.ts'
import { authorFrom, outcomeFrom } from './operator/typed.ts'
import { UsageError } from './operator/usage-error.ts'
import { whoDecided } from './operator/who-decided.ts'

// `npm run complaints`: complaints, and the operator's answers, which are mailed to the writers.
const HELP = `npm run complaints -- <command>

  list                 complaints without an answer, the most urgent first
  show <reference>     everything that was written
  answer <reference> --outcome upheld|refused --reasons <file>
                       mails the answer with its reasons, once; "-" reads them from standard input

--by    your name for the moderators' log (your user name)
--json  prints list and show for programs

Works with the database of DATABASE_URL, else with that of the npm start that runs with this DATA_DIR.`

interface Call {
  reference: string
  json: boolean
  author: string
  outcome: string | undefined
  reasons: string | undefined
}

const COMMANDS: Record<string, (call: Call) => Promise<void>> = {
  async list({ json }) {
    const waiting = await withDatabase(selectUnanswered)
    if (json) return printJson(waiting.map(presented))
    if (waiting.length === 0) return console.log('No complaint is waiting for an answer.')
    const now = new Date()
    printTable(
      ['reference', 'brand', 'about', 'answer by', ''],
      waiting.map(({ reference, tenant, kind, due_at: due }) => [reference, tenant, kind, due.toISOString(), due < now ? 'LATE' : ''])
    )
  },
  async show({ reference, json }) {
    const complaint = await withDatabase((db) => findComplaint(db, reference))
    if (!complaint) throw unknown(reference)
    if (json) return printJson(presented(complaint))
    for (const [field, value] of Object.entries(presented(complaint)))
      if (value !== null) console.log(`${`${field}:`.padEnd(13)} ${harmless(value)}`)
  },
  async answer({ reference, author, outcome: typed, reasons }) {
    const outcome = outcomeFrom(typed)
    const answer = await readReasons(reasons)
    const became = await withDeps((deps) => inUnitOfWork(deps, (unit) => answerComplaint(unit, { reference, outcome, answer, author })))
    if (became.done)
      return console.log(
        `${reference} is answered; ${became.mailed ? 'the mail goes out within five minutes' : 'there is no address to mail'}`
      )
    if (became.why === 'unknown') throw unknown(reference)
    throw new UsageError(`${reference} has been answered; "show ${reference}" says how. ${whoDecided(became.by)}`)
  }
}

const unknown = (reference: string) => new UsageError(`There is no complaint "${reference}".`)

function presented(complaint: Complaint) {
  const { reference, tenant, kind, page, text: written, earlier, name, email, language, outcome, answer } = complaint
  return {
    reference,
    brand: tenant,
    kind,
    page,
    text: written,
    earlier,
    name,
    email,
    language,
    written_by: complaint.member_id === null ? 'a visitor' : 'a member',
    at: complaint.created_at.toISOString(),
    answer_by: complaint.due_at.toISOString(),
    answered: complaint.answered_at?.toISOString() ?? null,
    outcome,
    answer,
    mailed: complaint.mailed_at?.toISOString() ?? null
  }
}

await runVerb({
  help: HELP,
  verbs: COMMANDS,
  words: (verb) => (verb === 'list' ? [0, 0] : [1, 1]),
  options: { by: STRING, json: BOOLEAN, outcome: STRING, reasons: STRING },
  callOf: ([reference = ''], { by, json = false, outcome, reasons }) => ({
    reference: reference.toUpperCase(),
    author: authorFrom(by),
    json,
    outcome,
    reasons
  })
})
