import * as v from 'valibot'
import { MEASURES, NOTICES } from '../rules/measures.ts'
import { REPORT_KINDS } from '../rules/reports.ts'
import { contract } from './endpoint.ts'
import { MoneyBack } from './withdrawals.ts'
import { FreeText, Instant, NoBody, NoQuery } from './values.ts'

const APPEAL_LENGTH = 5000

export const AppealForm = v.strictObject({ text: FreeText(APPEAL_LENGTH) })

/** The decision that suspends or bans a member, and the outcome of their appeal. */
const Standing = v.strictObject({
  reference: v.string(),
  measure: v.picklist(MEASURES),
  rule: v.picklist(REPORT_KINDS),
  reasons: v.string(),
  decided_at: Instant,
  /** The end of a suspension. */
  until: v.nullable(Instant),
  /** It may be appealed until then. */
  appeal_until: Instant,
  /** What was refunded for unused credits when the account was banned, by currency. */
  refunded: v.array(MoneyBack),
  /** What unused credits are worth, while the account isn't banned. */
  unused: v.array(MoneyBack),
  appeal: v.nullable(
    v.strictObject({
      appealed_at: Instant,
      due_at: Instant,
      outcome: v.nullable(v.picklist(['upheld', 'refused'])),
      answer: v.nullable(v.string())
    })
  )
})
export type Standing = v.InferOutput<typeof Standing>

/** A decision that leaves the account open. */
const DecisionNotice = v.strictObject({
  reference: v.string(),
  measure: v.picklist(NOTICES),
  rule: v.picklist(REPORT_KINDS),
  reasons: v.string(),
  decided_at: Instant
})
export type DecisionNotice = v.InferOutput<typeof DecisionNotice>

export const appeals = contract({
  getStanding: {
    method: 'GET',
    path: '/api/standing.php',
    summary:
      'What a member is suspended or banned by, with rule, reasons and appeal, null for everyone else; and what else was decided about them in the last six months.',
    audience: 'anyone',
    whileClosed: true,
    restricted: true,
    query: NoQuery,
    body: NoBody,
    output: v.strictObject({ decision: v.nullable(Standing), notices: v.array(DecisionNotice) })
  },
  appeal: {
    method: 'POST',
    path: '/api/appeal.php',
    summary: 'Appeal against a suspension or a ban, once; a second appeal changes nothing.',
    audience: 'member',
    whileClosed: true,
    restricted: true,
    limit: 'attempt',
    idempotency: 'natural',
    query: NoQuery,
    body: AppealForm,
    output: v.strictObject({ due_at: Instant }),
    errors: ['not_found']
  }
})
