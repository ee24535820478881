import * as v from 'valibot'
import { arePasswordsSame, Email, NewPassword, NoQuery, Token, TypedPassword } from './values.ts'
import { contract } from './endpoint.ts'

/** A new password, typed twice. */
const Twice = { password: NewPassword, password_repeat: v.string('required') }

export const ResetRequestForm = v.strictObject({ email: Email })

export const ResetForm = v.pipe(
  v.strictObject({ token: Token, ...Twice }),
  v.forward(v.partialCheck([['password'], ['password_repeat']], arePasswordsSame, 'password_repeat'), ['password_repeat'])
)

export const PasswordForm = v.pipe(
  v.strictObject({ old_password: TypedPassword, ...Twice }),
  v.forward(v.partialCheck([['password'], ['password_repeat']], arePasswordsSame, 'password_repeat'), ['password_repeat'])
)

export const passwords = contract({
  requestPasswordReset: {
    method: 'POST',
    path: '/api/password-reset.php',
    summary: 'Mail the owner of the address a link to set a new password, at most 3 a day. The answer is the same for every address.',
    audience: 'anyone',
    whileClosed: true,
    limit: 'attempt',
    query: NoQuery,
    body: ResetRequestForm,
    output: v.strictObject({ status: v.literal('check_mail') }),
    errors: ['too_many_reset_mails']
  },
  resetPassword: {
    method: 'PUT',
    path: '/api/password-reset.php',
    summary: 'Set a new password with the token of a reset mail; every session of the member ends.',
    audience: 'anyone',
    whileClosed: true,
    limit: 'attempt',
    query: NoQuery,
    body: ResetForm,
    output: v.strictObject({ status: v.literal('changed') }),
    errors: ['link_expired']
  },
  changePassword: {
    method: 'PUT',
    path: '/api/password.php',
    summary: 'Change your own password; every other session of the member ends, this one gets a new token.',
    audience: 'member',
    whileClosed: true,
    limit: 'attempt',
    query: NoQuery,
    body: PasswordForm,
    output: v.strictObject({ status: v.literal('changed') }),
    errors: ['login_blocked']
  }
})
