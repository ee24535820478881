import * as v from 'valibot'
import { Email, NoBody, NoQuery, Nothing } from './values.ts'
import { DISABLED_REASONS, FREQUENCIES, MAIL_KINDS, PUSH_KINDS, recordOf } from '../rules/news.ts'
import { contract } from './endpoint.ts'

const Chosen = v.picklist(FREQUENCIES, 'invalid')
const Preferences = v.strictObject(recordOf(MAIL_KINDS, () => Chosen))

const Wanted = v.boolean('invalid')
const PushPreferences = v.strictObject(recordOf(PUSH_KINDS, () => Wanted))

const NotificationsAnswer = v.strictObject({
  email: v.string(),
  preferences: Preferences,
  push: PushPreferences,
  statement: Wanted,
  disabled: v.array(v.picklist(DISABLED_REASONS))
})

const MailEventSignature = { header: 'x-mail-signature', purpose: 'mail-event', secret: 'mailEvents' } as const

export const notifications = contract({
  getNotifications: {
    method: 'GET',
    path: '/api/notifications.php',
    summary:
      'What the member is mailed about and how often, why nothing is sent at all, which pushes they get, and whether a monthly statement of what they spent.',
    audience: 'member',
    whileClosed: true,
    query: NoQuery,
    body: NoBody,
    output: NotificationsAnswer
  },
  updateNotifications: {
    method: 'PUT',
    path: '/api/notifications.php',
    summary:
      'Choose how often to be mailed, which pushes to get, and whether to get a monthly statement of what was spent; what is left out stays. `resume` clears a reason why nothing is sent; after a bounce the address is mailed a link first, at most 5 a day.',
    audience: 'member',
    whileClosed: true,
    idempotency: 'natural',
    query: NoQuery,
    body: v.strictObject({
      preferences: v.optional(v.partial(Preferences)),
      push: v.optional(v.partial(PushPreferences)),
      statement: v.optional(Wanted),
      resume: v.optional(v.picklist(DISABLED_REASONS, 'invalid'))
    }),
    output: NotificationsAnswer,
    errors: ['limit_reached']
  },
  takeMailEvent: {
    method: 'POST',
    path: '/api/mail-event.php',
    summary: `An address refused a mail for good, or its owner marked one as spam: members with this address get no more mails about others. Signed by the mail service in ${MailEventSignature.header}.`,
    audience: 'anyone',
    whileClosed: true,
    signature: MailEventSignature,
    idempotency: 'natural',
    query: NoQuery,
    body: v.strictObject({ event: v.picklist(['bounce', 'spam_complaint'], 'invalid'), email: Email }),
    output: Nothing,
    errors: ['bad_signature']
  }
})
