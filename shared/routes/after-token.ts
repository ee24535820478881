import type { TokenPurpose } from '../api/links.ts'
import { href } from './match.ts'

/** Where a reader is redirected after using a mailed link. */
const NEXT: Record<TokenPurpose, (token: string) => string> = {
  activate: () => href('activate-done'),
  change_mail: () => href('mail-change-do'),
  reset_password: (token) => href('reset-password-do', {}, { token }),
  unlock: () => href('login', {}, { unlocked: 1 }),
  reactivate: () => href('login', {}, { back: 1 }),
  // The page of the link itself says that it is done.
  unsubscribe: (token) => href('token', { token })
}

export function afterToken({ purpose, mails_again }: { purpose: TokenPurpose; mails_again?: true | undefined }, token: string): string {
  return mails_again ? href('settings') : NEXT[purpose](token)
}
