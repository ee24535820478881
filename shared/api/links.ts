import * as v from 'valibot'
import { arePasswordsSame, LinkFields, NewPassword, NoBody, NoQuery, Token } from './values.ts'
import { contract } from './endpoint.ts'

/** What mailed links are for. */
export const TOKEN_PURPOSES = ['activate', 'reset_password', 'change_mail', 'unlock', 'unsubscribe', 'reactivate'] as const
const Purpose = v.picklist(TOKEN_PURPOSES)
export type TokenPurpose = v.InferOutput<typeof Purpose>

/**
 * `expired` also stands for the link of someone who was banned or has left, unless it unsubscribes; `used` also for an unsubscribe link whose mails
 * were turned off some other way. That one still works.
 */
const State = v.picklist(['open', 'used', 'expired'])
export type TokenState = v.InferOutput<typeof State>

const MailsAgain = v.optional(v.literal(true))

/** The form of a link that asks for a password. */
export const LinkForm = v.pipe(
  v.strictObject({ token: Token, password: NewPassword, password_repeat: v.string('required') }),
  v.forward(v.partialCheck([['password'], ['password_repeat']], arePasswordsSame, 'password_repeat'), ['password_repeat'])
)

export const links = contract({
  getToken: {
    method: 'GET',
    path: '/api/token.php',
    summary: 'What a mailed link is for, and whether it still works. This doesn’t use it.',
    audience: 'anyone',
    whileClosed: true,
    limit: 'attempt',
    query: v.strictObject({ token: Token }),
    body: NoBody,
    /**
     * `asks_password`: the account is not confirmed yet and this browser is not the one that signed up, so the reader of the link has to choose a
     * password: someone else may have created the account. `mails_again` as in `useToken`.
     */
    output: v.strictObject({ purpose: Purpose, state: State, asks_password: v.boolean(), mails_again: MailsAgain }),
    errors: ['not_found']
  },
  useToken: {
    method: 'POST',
    path: '/api/token.php',
    summary:
      'Use a mailed link: confirm, unlock, unsubscribe, restore a deleted account. A password reset link is not used up by this, but by its form.',
    audience: 'anyone',
    whileClosed: true,
    limit: 'attempt',
    query: NoQuery,
    /** `one_click`: the caller is a mail program, not a reader; it may only unsubscribe. */
    body: v.pipe(
      v.strictObject({ ...LinkFields, one_click: v.optional(v.boolean('invalid'), false) }),
      v.forward(v.partialCheck([['password'], ['password_repeat']], arePasswordsSame, 'password_repeat'), ['password_repeat'])
    ),
    /** `mails_again`: the link of a member whose address was confirmed before, and bounced: all it does is send emails there again. */
    output: v.strictObject({ purpose: Purpose, mails_again: MailsAgain }),
    errors: ['link_expired']
  }
})
