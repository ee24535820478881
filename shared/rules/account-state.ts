import { reactivationEnd } from './reactivation.ts'

/** States of an account. It starts as `not_confirmed` and becomes `confirmed` with its address; `moveAccount` says what else can happen to it. */
export const ACCOUNT_STATUSES = ['not_confirmed', 'confirmed', 'suspended', 'banned', 'deleted'] as const
export type AccountStatus = (typeof ACCOUNT_STATUSES)[number]

/** What an account may do, or what may be done with it, and in which states. Defined only here. */
const MAY = {
  /** Log in, keep a session, use the links of its mails, be pushed to, have its photos looked at. */
  use: ['not_confirmed', 'confirmed'],
  /** Be found by anyone who may see its profile. */
  be_found: ['confirmed'],
  /** Be seen by those its member wrote to or likes. */
  be_met: ['not_confirmed', 'confirmed'],
  be_written_to: ['confirmed'],
  /** Get mails about news. Mails about the account itself are sent in every state. */
  get_news: ['confirmed'],
  /** Be named among those whom someone has blocked. */
  be_named: ['not_confirmed', 'confirmed', 'suspended', 'banned'],
  /** Keep their mailbox from opening another account. */
  keep_mailbox: ['banned'],
  /** Receive the credits of an order that is paid late. */
  be_credited: ['not_confirmed', 'confirmed', 'suspended'],
  /** Log in to read the decision, appeal, take the data and leave; nothing else. */
  be_heard: ['suspended', 'banned'],
  /** Confirm its address, which then belongs to it. */
  confirm: ['not_confirmed'],
  /** Come back through a mailed link, while `canReturn`. */
  return: ['deleted']
} as const satisfies Record<string, readonly AccountStatus[]>

export type Permission = keyof typeof MAY

/** May an account in this state do that? */
export function accountMay(status: AccountStatus, permission: Permission): boolean {
  return (MAY[permission] as readonly AccountStatus[]).includes(status)
}

/** The states in which an account may do that. */
export function statusesThatMay(permission: Permission): readonly AccountStatus[] {
  return MAY[permission]
}

/** What happens to an account. */
export type AccountMove = 'delete' | 'restore' | 'suspend' | 'ban' | 'unban'

/** The columns of an account's state. A deleted account comes back as `deleted_status`. */
export interface AccountState {
  status: AccountStatus
  deleted_status: AccountStatus | null
  /** Null for a deleted account that was erased: an empty row in the conversations of others. */
  deleted_at: Date | null
  /** The address waiting for confirmation. */
  claimed_key: string | null
}

/** What moderators can do with an account. A ban replaces a suspension, never the other way round; both end by `unban`. */
const RESTRICTED: readonly AccountStatus[] = ['suspended', 'banned']

/** The state of an account that is not deleted after a moderator's move; null if the move isn't possible. */
function moderated(status: AccountStatus, move: AccountMove, open: AccountStatus): AccountStatus | null {
  if (move === 'ban') return status === 'banned' ? null : 'banned'
  if (move === 'suspend') return RESTRICTED.includes(status) ? null : 'suspended'
  if (move === 'unban') return RESTRICTED.includes(status) ? open : null
  return null
}

/**
 * The state after a move; null if the move isn't possible. A deleted account that is banned or suspended stays deleted, so that it is erased in time,
 * and is banned or suspended when it comes back.
 */
export function moveAccount(state: AccountState, move: AccountMove, now: Date): Omit<AccountState, 'claimed_key'> | null {
  const { status, deleted_at: deletedAt } = state
  const become = (next: AccountStatus) => ({ status: next, deleted_status: null, deleted_at: null })
  const open = state.claimed_key === null ? 'confirmed' : 'not_confirmed'
  if (status === 'deleted') {
    if (isErased(state)) return null
    const former = state.deleted_status ?? 'confirmed'
    if (move === 'restore') return become(former)
    const later = moderated(former, move, open)
    return later && { status, deleted_status: later, deleted_at: deletedAt }
  }
  if (move === 'delete') return { status: 'deleted', deleted_status: status, deleted_at: now }
  const next = moderated(status, move, open)
  return next && become(next)
}

/** Is this only what is left of an erased account: an empty row in the conversations of others? */
export function isErased({ status, deleted_at: deletedAt }: Pick<AccountState, 'status' | 'deleted_at'>): boolean {
  return accountMay(status, 'return') && deletedAt === null
}

/** Can a deleted account no longer come back, and is it not erased yet? */
export function isErasable(state: Pick<AccountState, 'status' | 'deleted_at'>, now: Date): boolean {
  return accountMay(state.status, 'return') && state.deleted_at !== null && !canReturn(state, now)
}

/** Can a deleted account still come back at this time? */
export function canReturn({ status, deleted_at: deletedAt }: Pick<AccountState, 'status' | 'deleted_at'>, now: Date): boolean {
  return accountMay(status, 'return') && deletedAt !== null && reactivationEnd(deletedAt) > now
}
