import { writeFile } from 'node:fs/promises'
import { resolve } from 'node:path'
import { inUnitOfWork, type UnitOfWork } from '../origin/db/unit-of-work.ts'
import { isReference } from '../origin/db/reference.ts'
import { selectQueue } from '../origin/moderation/queue.ts'
import { show } from '../origin/moderation/show.ts'
import * as verbs from '../origin/moderation/verbs.ts'
import { photoKey } from '../origin/photos/photo-key.ts'
import { selectPending } from '../origin/photos/store.ts'
import { openMediaStore } from '../origin/providers/open-media-store.ts'
import { REPORT_KINDS, type ReportKind } from '../shared/rules/reports.ts'
import { harmless } from './operator/harmless.ts'
import { BOOLEAN, runVerb, STRING } from './operator/operator-command.ts'
import { readReasons } from './operator/read-reasons.ts'
import { readEnvironment } from './settings.ts'
import { printBeginning, printJson } from './operator/print.ts'
import { withDeps, withDatabase } from './database/with-database.ts'
import { authorFrom, dayFrom, outcomeFrom } from './operator/typed.ts'
import { UsageError } from './operator/usage-error.ts'
import { whoDecided } from './operator/who-decided.ts'

// `npm run moderate`: lists what is waiting for a decision, and makes decisions. They reach the members' pages within seconds.
const HELP = `npm run moderate -- <command>

  queue                    waiting reports, complaints, appeals and photos, earliest deadline first
  show <reference|photo>   a report with everything that was copied, a complaint, a decision with its appeal, or a photo;
                           and what was done so far
  show <member>            their state, photos, decisions, reports both ways, and what was done so far
  claim <reference>        marks it as yours for other moderators
  release <reference>      gives it back

  dismiss <report>         takes no action; --reasons are mailed to the reporter
  resolve <report>         ends it because of what was done before; --reasons for the log
  warn <report|member>     --rule and --reasons are mailed to the member
  suspend <report|member>  the same, --until 2027-01-31 (UTC)
  ban <report|member>      the same; answers every report about the member
  remove <report>          removes the reported message from the conversation, or the copied ones that --messages 3,4 names; --rule and --reasons
                           are mailed to the member
  appeal <reference>       --outcome upheld ends the ban, or refused; --reasons are mailed to the member
  unban <member>           ends a ban or a suspension; --reasons for the log
  logout <member>          ends every session of the member; --reasons for the log

  photos                   waiting photos, oldest first
  photo <photo>            writes the photo, or a report's copy, as <photo>.webp into this folder
  approve <photo> …        shows photos to others; --reasons for the log, and needed to take a refusal back
  reject <photo> …         hides photos; --rule and --reasons are mailed to the member; answers every report about the photo

--rule      ${REPORT_KINDS.join(', ')}
--reasons   a file with the reasons, in the language of who is mailed; "-" reads them from standard input
--by        your name for the log (your user name)
--json      prints the queue or the photos for programs, as show does in any case

Complaints are answered with npm run complaints. Works with the database of DATABASE_URL, else with that of the npm start that runs with this DATA_DIR,
and with the photos in S3_BUCKET, else DATA_DIR.`

interface Call {
  /** References, public ids of members or photos. */
  about: string[]
  author: string
  rule: string | undefined
  reasons: string | undefined
  until: string | undefined
  outcome: string | undefined
  messages: string | undefined
  json: boolean
}

const COMMANDS: Record<string, (call: Call) => Promise<void>> = {
  async queue({ json }) {
    const waiting = await withDatabase(selectQueue)
    if (json) return printJson(waiting)
    if (waiting.length === 0) return console.log('Nothing is waiting.')
    const now = Date.now()
    printBeginning(
      ['what', 'reference', 'brand', 'about', 'hours', 'decide by', 'claimed by'],
      waiting.map(({ what, reference, tenant, about, since, due, claimed_by: by }) => [
        what,
        reference,
        tenant,
        about,
        String(Math.floor((now - since.getTime()) / 3_600_000)),
        due === null ? '' : `${due.toISOString()}${due.getTime() < now ? ' LATE' : ''}`,
        harmless(by ?? '')
      ])
    )
  },
  async show({ about: [reference = ''] }) {
    const found = await withDatabase((db) => show(db, reference))
    if (!found) throw new UsageError(`There is nothing called "${reference}".`)
    printJson(found)
  },
  async claim({ about: [reference = ''], author }) {
    const claimed = await change((unit) => verbs.claim(unit, reference, author))
    if (claimed.done) return console.log(`${reference} is yours`)
    if (claimed.why !== 'held') throw new UsageError(whyNot(reference, claimed))
    const { author: holder, at } = claimed.by
    throw new UsageError(`${harmless(holder)} has been working on ${reference} since ${at.toISOString()}; "release" gives it back.`)
  },
  async release({ about: [reference = ''], author }) {
    if (!(await change((unit) => verbs.release(unit, reference, author)))) throw new UsageError(`No one is working on "${reference}".`)
    console.log(`${reference} is free`)
  },
  async dismiss(call) {
    const reason = await readReasons(call.reasons)
    await each(call, (unit, reference) => verbs.dismissReport(unit, { reference, author: call.author, reason }), 'is dismissed')
  },
  async resolve(call) {
    const reason = await readReasons(call.reasons)
    await each(call, (unit, reference) => verbs.resolveReport(unit, { reference, author: call.author, reason }), 'is resolved')
  },
  warn: (call) => take(call, 'warn'),
  suspend: (call) => take(call, 'suspend'),
  ban: (call) => take(call, 'ban'),
  async remove(call) {
    const { author } = call
    const messages = positionsOf(call)
    const [reasons, rule] = [await readReasons(call.reasons), ruleOf(call)]
    await each(
      call,
      (unit, report) => verbs.removeMessages(unit, { report, messages, rule, reasons, author }),
      'is answered, its message removed'
    )
  },
  async appeal(call) {
    const { author } = call
    const outcome = outcomeFrom(call.outcome)
    const answer = await readReasons(call.reasons)
    await each(call, (unit, reference) => verbs.decideAppeal(unit, { reference, outcome, answer, author }), `is ${outcome}`)
  },
  async unban(call) {
    const reason = await readReasons(call.reasons)
    await each(call, (unit, member) => verbs.unban(unit, { member, author: call.author, reason }), 'can use the account again')
  },
  async logout(call) {
    const reason = await readReasons(call.reasons)
    await each(call, (unit, member) => verbs.logOutEverywhere(unit, { member, author: call.author, reason }), 'is logged out everywhere')
  },
  async photos({ json }) {
    const waiting = await withDatabase(selectPending)
    if (json) return printJson(waiting)
    if (waiting.length === 0) return console.log('No photo is waiting.')
    printBeginning(
      ['photo', 'member', 'brand', 'since'],
      waiting.map(({ id, member, tenant, created_at }) => [id, member, tenant, created_at.toISOString()])
    )
  },
  async photo({ about }) {
    for (const photo of about) {
      const bytes = /^[\w-]{22}$/.test(photo) ? await openMediaStore(readEnvironment()).get(photoKey(photo, 'full')) : null
      if (!bytes) throw new UsageError(`There is no photo "${photo}".`)
      await writeFile(`${photo}.webp`, bytes)
      console.log(resolve(`${photo}.webp`))
    }
  },
  async approve(call) {
    const { author } = call
    const reasons = call.reasons === undefined ? null : await readReasons(call.reasons)
    await each(call, (unit, photo) => verbs.decidePhoto(unit, { photo, status: 'active', author, reasons }), 'is active')
  },
  async reject(call) {
    const { author } = call
    const [reasons, rule] = [await readReasons(call.reasons), ruleOf(call)]
    await each(call, (unit, photo) => verbs.decidePhoto(unit, { photo, status: 'rejected', rule, reasons, author }), 'is rejected')
  }
}

async function take(call: Call, measure: 'warn' | 'suspend' | 'ban'): Promise<void> {
  const [reasons, rule] = [await readReasons(call.reasons), ruleOf(call)]
  const until = measure === 'suspend' ? dayOf(call) : null
  await each(
    call,
    (unit, about) => verbs.takeMeasure(unit, { about, measure, rule, reasons, until, author: call.author }),
    `${measure}: done`
  )
}

async function change<T>(work: (unit: UnitOfWork) => Promise<T>): Promise<T> {
  return await withDeps((deps) => inUnitOfWork(deps, work))
}

/** Does the same with each, in a transaction of its own. A failure with one doesn't stop the others. */
async function each({ about }: Call, verb: (unit: UnitOfWork, one: string) => Promise<verbs.Done>, said: string): Promise<void> {
  const undone: string[] = []
  await withDeps(async (deps) => {
    for (const one of about) {
      const done = await inUnitOfWork(deps, (unit) => verb(unit, one))
      if (done.done) console.log([one, said, ...(done.reference === null ? [] : [`(${done.reference})`])].join(' '))
      else undone.push(whyNot(one, done))
    }
  })
  if (undone.length > 0) throw new UsageError(undone.join('\n'))
}

function whyNot(one: string, done: Exclude<verbs.Done, { done: true }>): string {
  if (done.why === 'unknown') return `There is nothing called "${one}", or its member is gone.`
  if (done.why === 'no_measure') return `${one}: nothing has been done about its member yet. Take a measure, or "dismiss" it.`
  if (done.why === 'no_message')
    return `${one}: nothing to remove. Name copied messages of the member that are still there: --messages 3,4.`
  if (done.why === 'stands') return `${one}: ${whoDecided(done.by)} "resolve" ends the report.`
  if (done.why === 'reason') return `${one}: ${whoDecided(done.by)} Give --reasons to take that back.`
  return `${one}: nothing to do. ${whoDecided(done.by)}`
}

function ruleOf({ rule }: Call): ReportKind {
  const known = REPORT_KINDS.find((kind) => kind === rule)
  if (!known) throw new UsageError(`Say which rule was broken: --rule ${REPORT_KINDS.join('|')}.`)
  return known
}

/** Positions of messages, as "show" prints them. */
function positionsOf({ about, messages }: Call): number[] | null {
  if (messages === undefined) return null
  if (about.length > 1 || !/^\d+(,\d+)*$/.test(messages))
    throw new UsageError('Name messages of one report by their positions, as "show" prints them: --messages 3,4.')
  return messages.split(',').map(Number)
}

/** The first moment of the day, UTC; later than now. */
function dayOf({ until }: Call): Date {
  const day = dayFrom(until ?? '')
  if (!day || day <= new Date()) throw new UsageError('Say when the suspension ends: --until <a future day, such as 2027-01-31>.')
  return day
}

/** How many words these verbs take; the others need at least one, and do the same with each. */
const WORDS: Partial<Record<string, number>> = { queue: 0, photos: 0, show: 1, claim: 1, release: 1 }

await runVerb({
  help: HELP,
  verbs: COMMANDS,
  words: (verb) => [WORDS[verb] ?? 1, WORDS[verb] ?? Infinity],
  options: { by: STRING, rule: STRING, reasons: STRING, until: STRING, outcome: STRING, messages: STRING, json: BOOLEAN },
  callOf: (words, { by, json = false, rule, reasons, until, outcome, messages }) => ({
    about: words.map((word) => (isReference(word.toUpperCase()) ? word.toUpperCase() : word)),
    author: authorFrom(by),
    json,
    rule,
    reasons,
    until,
    outcome,
    messages
  })
})
