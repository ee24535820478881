import * as v from 'valibot'
import { REPORT_KINDS } from '../rules/reports.ts'
import { contract } from './endpoint.ts'
import { Instant, NoQuery, OptionalText, PublicId } from './values.ts'

const REPORT_LENGTH = 2000

/** A member is found by their profile or by a conversation; the latter also after they have left. */
export const ReportForm = v.pipe(
  v.strictObject({
    member: v.optional(PublicId),
    conversation: v.optional(PublicId),
    /** One of the other member's messages in the conversation. */
    message: v.optional(PublicId),
    /** One of the member's photos. */
    photo: v.optional(PublicId),
    kind: v.picklist(REPORT_KINDS, 'choose'),
    text: OptionalText(REPORT_LENGTH),
    /** Block the member in the same step. */
    block: v.boolean('invalid')
  }),
  v.check(
    ({ member, conversation, message, photo }) =>
      (member === undefined) !== (conversation === undefined) &&
      (message === undefined || conversation !== undefined) &&
      (photo === undefined || member !== undefined),
    'invalid'
  )
)

export const reports = contract({
  fileReport: {
    method: 'POST',
    path: '/api/report.php',
    summary:
      'Report a member, a photo, a conversation or a message. What it is about is copied; the reporter gets a reference and the deadline of the decision, here and by mail. The same report twice in a day counts once.',
    audience: 'member',
    idempotency: 'natural',
    query: NoQuery,
    body: ReportForm,
    output: v.strictObject({ reference: v.string(), due_at: Instant }),
    errors: ['not_found', 'limit_reached']
  }
})
