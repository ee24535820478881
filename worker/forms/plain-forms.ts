import type { FormName } from '../../shared/forms/forms.ts'

/** The contract entry that takes a plain form, and where a success leads; the link of a mail (`useToken`) knows that itself. */
export type PlainForm = { entry: Exclude<FormName, 'useToken'>; done: string } | { entry: 'useToken' }

/** Forms posted to the page's own address, by route key. */
const PLAIN_FORMS: Readonly<Record<string, PlainForm>> = {
  login: { entry: 'login', done: '/members' },
  signup: { entry: 'signUp', done: '/signup?sent=1' },
  'members-id-signup': { entry: 'signUp', done: '/signup?sent=1' },
  'complete-signup': { entry: 'completeSignup', done: '/signup-matches' },
  'reset-password': { entry: 'requestPasswordReset', done: '/reset-password?sent=1' },
  'reset-password-do': { entry: 'resetPassword', done: '/login?reset=1' },
  'lang-config': { entry: 'updateUser', done: '/lang-config' },
  complaints: { entry: 'fileComplaint', done: '/complaints?sent=1' },
  token: { entry: 'useToken' }
}

/** The form that a page takes, if any. */
export const plainFormOf = (routeKey: string): PlainForm | undefined => PLAIN_FORMS[routeKey]
