import * as v from 'valibot'
import { entry } from './entry.ts'
import { NoBody, NoQuery, Token } from './values.ts'

/** What the links of mails are for. */
const TOKEN_PURPOSES = ['activate', 'reset_password', 'change_mail', 'unlock', 'unsubscribe', 'reactivate'] as const
const Purpose = v.picklist(TOKEN_PURPOSES)
export type TokenPurpose = v.InferOutput<typeof Purpose>

/** `expired` is also the link of somebody who was banned or has left. */
const State = v.picklist(['open', 'used', 'expired'])
export type TokenState = v.InferOutput<typeof State>

export const getToken = entry({
  name: 'getToken',
  method: 'GET',
  path: '/api/token.php',
  summary: 'What a one-time link is for, and whether it still works. Looking does not use it.',
  audience: 'anyone',
  limit: 'attempt',
  query: v.strictObject({ token: Token }),
  body: NoBody,
  output: v.strictObject({ purpose: Purpose, state: State }),
  errors: ['not_found']
})

export const useToken = entry({
  name: 'useToken',
  method: 'POST',
  path: '/api/token.php',
  summary:
    'Use a one-time link: confirm, unlock, unsubscribe, bring a deleted account back. A link to set a password is not used up by this; the form that it leads to does.',
  audience: 'anyone',
  limit: 'attempt',
  query: NoQuery,
  /** `one_click`: a mail program asks, not a reader; it may only unsubscribe. */
  body: v.strictObject({ token: Token, one_click: v.optional(v.boolean('invalid'), false) }),
  output: v.strictObject({ purpose: Purpose }),
  errors: ['link_expired']
})
