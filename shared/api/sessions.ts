import * as v from 'valibot'
import { isPlainText } from '../text/plain-text.ts'
import { Instant, NoBody, NoQuery, Nothing, PublicId, TypedPassword } from './values.ts'
import { contract } from './endpoint.ts'
import { UserAnswer } from './user.ts'

/** A session of the member. `browser`, `system` and `country` are empty if unknown. */
const Session = v.strictObject({
  id: PublicId,
  /** The caller's own session. */
  current: v.boolean(),
  site: v.string(),
  browser: v.string(),
  system: v.string(),
  country: v.string(),
  created_at: Instant,
  /** Exact to a day. */
  used_at: Instant
})
export type Session = v.InferOutput<typeof Session>

const Sessions = v.strictObject({ sessions: v.array(Session) })

const TypedLogin = v.pipe(
  v.string('required'),
  v.check(isPlainText, 'text'),
  v.minLength(1, 'required'),
  v.maxLength(254, 'too_long'),
  v.trim()
)

export const LoginBody = v.strictObject({ credentials: v.strictObject({ login: TypedLogin, password: TypedPassword }) })

export const sessions = contract({
  listSessions: {
    method: 'GET',
    path: '/api/sessions.php',
    summary: 'Where the member is logged in, this session first.',
    audience: 'member',
    whileClosed: true,
    query: NoQuery,
    body: NoBody,
    output: Sessions
  },
  endSession: {
    method: 'DELETE',
    path: '/api/sessions.php',
    summary: 'Log out one session by its id, or all others; the answer is the remaining list.',
    audience: 'member',
    whileClosed: true,
    idempotency: 'natural',
    query: NoQuery,
    body: v.strictObject({ id: v.union([PublicId, v.literal('others')], 'invalid') }),
    output: Sessions,
    errors: ['not_found']
  },
  login: {
    method: 'POST',
    path: '/api/user.php',
    summary:
      'Log in with name or email and password; sets the session cookie (30 days). A suspended or banned member gets `account_restricted` with the cookie of a limited session, which standing.php, appeal.php, withdrawal.php, export.php and account.php accept.',
    audience: 'anyone',
    whileClosed: true,
    limit: 'attempt',
    query: NoQuery,
    body: LoginBody,
    output: UserAnswer,
    errors: ['login_failed', 'login_blocked', 'account_deleted', 'account_restricted']
  },
  logout: {
    method: 'GET',
    path: '/api/logout.php',
    summary: 'End this session and clear its cookie. Also works without a session.',
    audience: 'anyone',
    whileClosed: true,
    limit: 'write',
    changes: true,
    header: true,
    query: NoQuery,
    body: NoBody,
    output: Nothing
  },
  logoutByPost: {
    method: 'POST',
    path: '/api/logout.php',
    summary: 'As GET logout.php.',
    audience: 'anyone',
    whileClosed: true,
    idempotency: 'natural',
    query: NoQuery,
    body: Nothing,
    output: Nothing
  }
})
