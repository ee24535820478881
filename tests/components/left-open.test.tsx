import { expect, test } from 'vitest'
import { openSignup } from '../../client/state/signup-dialog.ts'
import { showLikeModal } from '../../client/state/like-modal.ts'
import { showToast } from '../../client/state/toasts.ts'
import { card } from '../client/chat-fixtures.ts'
import { mount } from './mount.tsx'
import { stores } from './stores.ts'

// What is open belongs to no page, and the tests of a file share one document.

test('one test leaves a dialog, a modal and a toast open', async () => {
  await mount('/terms', { member: false, tenant: { signups: 'none' } })
  openSignup()
  showLikeModal({ kind: 'like', member: card('Ann'), automatic: false })
  showToast({ text: 'Saved' })
  expect(stores.filter((store) => store.getState() !== store.getInitialState())).toHaveLength(3)
})

test('the next one begins without them', () => {
  expect(stores.filter((store) => store.getState() !== store.getInitialState())).toEqual([])
})
