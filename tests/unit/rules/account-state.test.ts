import { expect, test } from 'vitest'
import { ACCOUNT_STATUSES, accountMay, canReturn, isErasable, moveAccount, type AccountState } from '../../../shared/rules/account-state.ts'

const NOW = new Date('2026-11-16T12:00:00Z')
const ago = (days: number) => new Date(NOW.getTime() - days * 24 * 3600 * 1000)
const state = (status: AccountState['status'], rest: Partial<AccountState> = {}): AccountState => ({
  status,
  deleted_status: null,
  deleted_at: null,
  claimed_key: null,
  ...rest
})
const became = (from: AccountState, move: Parameters<typeof moveAccount>[1]) => {
  const to = moveAccount(from, move, NOW)
  return to && [to.status, to.deleted_status]
}

test('what an account of each state may do', () => {
  const may = (permission: Parameters<typeof accountMay>[1]) => ACCOUNT_STATUSES.filter((status) => accountMay(status, permission))
  expect(may('use')).toEqual(['not_confirmed', 'confirmed'])
  expect(may('be_found')).toEqual(['confirmed'])
  expect(may('be_met')).toEqual(['not_confirmed', 'confirmed'])
  expect(may('be_written_to')).toEqual(['confirmed'])
  expect(may('get_news')).toEqual(['confirmed'])
  expect(may('be_named')).toEqual(['not_confirmed', 'confirmed', 'suspended', 'banned'])
  expect(may('be_credited')).toEqual(['not_confirmed', 'confirmed', 'suspended'])
  expect(may('be_heard')).toEqual(['suspended', 'banned'])
  expect(may('confirm')).toEqual(['not_confirmed'])
  expect(may('return')).toEqual(['deleted'])
})

test('a suspended, banned or deleted account may do nothing that an open one may', () => {
  for (const permission of ['use', 'be_found', 'be_met', 'be_written_to', 'get_news', 'confirm'] as const)
    for (const status of ['suspended', 'banned', 'deleted'] as const) expect(accountMay(status, permission)).toBe(false)
})

test('an open account is deleted and comes back as what it was, or is banned', () => {
  for (const status of ['not_confirmed', 'confirmed'] as const) {
    expect(became(state(status), 'delete')).toEqual(['deleted', status])
    expect(became(state('deleted', { deleted_at: NOW, deleted_status: status }), 'restore')).toEqual([status, null])
    expect(became(state(status), 'ban')).toEqual(['banned', null])
    for (const move of ['restore', 'unban'] as const) expect(became(state(status), move)).toBeNull()
  }
})

test('lifting a ban restores the state that the address implies, once', () => {
  expect(became(state('banned'), 'unban')).toEqual(['confirmed', null])
  expect(became(state('banned', { claimed_key: 'a@mail.example' }), 'unban')).toEqual(['not_confirmed', null])
  expect(became(state('banned'), 'ban')).toBeNull()
  expect(became(state('banned'), 'restore')).toBeNull()
})

test('deleting doesn’t circumvent a ban, nor a ban erasure', () => {
  expect(became(state('banned'), 'delete')).toEqual(['deleted', 'banned'])
  const deleted = state('deleted', { deleted_at: ago(3), deleted_status: 'confirmed' })
  expect(moveAccount(deleted, 'ban', NOW)).toEqual({ status: 'deleted', deleted_status: 'banned', deleted_at: ago(3) })
  const both = state('deleted', { deleted_at: ago(3), deleted_status: 'banned' })
  expect(became(both, 'restore')).toEqual(['banned', null])
  expect(moveAccount(both, 'unban', NOW)).toEqual({ status: 'deleted', deleted_status: 'confirmed', deleted_at: ago(3) })
  for (const move of ['delete', 'ban'] as const) expect(became(both, move)).toBeNull()
})

test('an erased account never comes back', () => {
  for (const move of ['delete', 'restore', 'ban', 'unban'] as const) expect(became(state('deleted'), move)).toBeNull()
  expect([canReturn(state('deleted'), NOW), isErasable(state('deleted'), NOW)]).toEqual([false, false])
})

test('a deleted account can come back for 14 days and is erased from then on', () => {
  for (const [days, back] of [
    [13.9, true],
    [14, false],
    [20, false]
  ] as const) {
    const deleted = state('deleted', { deleted_at: ago(days), deleted_status: 'confirmed' })
    expect([canReturn(deleted, NOW), isErasable(deleted, NOW)]).toEqual([back, !back])
  }
  expect(isErasable(state('banned'), NOW)).toBe(false)
})
