import * as v from 'valibot'
import { LinkUse, NewEmail, NoQuery, TypedPassword } from './values.ts'
import { contract } from './endpoint.ts'

export const MailChangeForm = v.strictObject({ email: NewEmail, password: TypedPassword })

export const mailChange = contract({
  requestMailChange: {
    method: 'POST',
    path: '/api/mail-change.php',
    summary: 'Mail a confirmation to a new address and a notice to the old one, at most 5 tries a day. Nothing changes yet.',
    audience: 'member',
    whileClosed: true,
    limit: 'attempt',
    query: NoQuery,
    body: MailChangeForm,
    output: v.strictObject({ status: v.literal('check_mail') }),
    errors: ['login_blocked', 'limit_reached']
  },
  changeMail: {
    method: 'PUT',
    path: '/api/mail-change.php',
    summary: 'Make the address that received this token the account’s. For an account that was never confirmed it works like activation.',
    audience: 'anyone',
    whileClosed: true,
    limit: 'attempt',
    query: NoQuery,
    body: LinkUse,
    output: v.strictObject({ status: v.literal('changed') }),
    errors: ['link_expired']
  }
})
