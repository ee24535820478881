import * as v from 'valibot'
import { entry } from './entry.ts'
import { MainImage } from './members.ts'
import { DISABLED_REASONS } from './notifications.ts'
import { CountryCode, Gender, Instant, LocaleCode, NoBody, NoQuery, Nothing, PublicId, RegionCode, TypedPassword } from './values.ts'
import { isPlainText } from '../text/plain-text.ts'

export const User = v.strictObject({
  id: PublicId,
  status: v.picklist(['not_confirmed', 'confirmed']),
  email: v.string(),
  credits: v.number(),
  paid_user: v.boolean(),
  signup_date: Instant,
  language: LocaleCode,
  notifications_disabled: v.array(v.picklist(DISABLED_REASONS)),
  profile: v.nullable(
    v.strictObject({
      id: PublicId,
      name: v.string(),
      age: v.number(),
      gender: Gender,
      country: CountryCode,
      region: v.nullable(RegionCode),
      status: v.picklist(['disabled', 'active']),
      main_image: v.nullable(MainImage)
    })
  )
})
export type User = v.InferOutput<typeof User>

const UserAnswer = v.strictObject({ user: User, now: Instant })

export const getUser = entry({
  name: 'getUser',
  method: 'GET',
  path: '/api/user.php',
  summary: 'The member who is logged in.',
  audience: 'member',
  header: true,
  query: NoQuery,
  body: NoBody,
  output: UserAnswer
})

const TypedLogin = v.pipe(
  v.string('required'),
  v.check(isPlainText, 'text'),
  v.minLength(1, 'required'),
  v.maxLength(254, 'too_long'),
  v.trim()
)

export const LoginBody = v.strictObject({ credentials: v.strictObject({ login: TypedLogin, password: TypedPassword }) })

export const login = entry({
  name: 'login',
  method: 'POST',
  path: '/api/user.php',
  summary: 'Log in with name or e-mail and password; sets the session cookie (30 days).',
  audience: 'anyone',
  limit: 'attempt',
  query: NoQuery,
  body: LoginBody,
  output: UserAnswer,
  errors: ['login_failed', 'login_blocked', 'account_deleted']
})

export const updateUser = entry({
  name: 'updateUser',
  method: 'PUT',
  path: '/api/user.php',
  summary: "Store the member's language.",
  audience: 'member',
  idempotency: 'natural',
  query: NoQuery,
  body: v.strictObject({ language: LocaleCode }),
  output: UserAnswer
})

export const logout = entry({
  name: 'logout',
  method: 'GET',
  path: '/api/logout.php',
  summary: 'End this session and clear its cookie. Also answers when nobody is logged in.',
  audience: 'anyone',
  limit: 'write',
  changes: true,
  header: true,
  query: NoQuery,
  body: NoBody,
  output: Nothing
})

export const logoutByPost = entry({
  name: 'logoutByPost',
  method: 'POST',
  path: '/api/logout.php',
  summary: 'As GET logout.php.',
  audience: 'anyone',
  idempotency: 'natural',
  query: NoQuery,
  body: Nothing,
  output: Nothing
})
