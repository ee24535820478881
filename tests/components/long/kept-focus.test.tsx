import { expect, onTestFinished, test, vi } from 'vitest'
import { page, userEvent, type Locator } from 'vitest/browser'
import { applyEvent } from '../../../client/live/apply-event.ts'
import { showToast } from '../../../client/state/toasts.ts'
import type { Contract } from '../../../shared/api/contract.ts'
import type { EndpointOutput } from '../../../shared/api/endpoint.ts'
import type { Photo } from '../../../shared/api/photos.ts'
import { chatListEntry, conversation, id, message } from '../../client/chat-fixtures.ts'
import { profile } from '../../client/member-profile.ts'
import { memberAnswers } from '../../client/render-page.tsx'
import { listen } from '../announced.ts'
import { memberApi, SESSION } from '../member-api.ts'
import { HttpError, mount } from '../mount.tsx'
import { openConversation } from '../open-conversation.ts'
import { sentence } from '../sentence.ts'

// Where the focus goes when what had it disappears. That it is never lost, the end of every test of this suite checks (mount.tsx).

/** By keyboard: only what has the focus can be pressed. */
async function press(control: Locator): Promise<void> {
  await expect.element(control).toBeVisible()
  ;(control.element() as HTMLElement).focus()
  await userEvent.keyboard('{Enter}')
}

const getUser = () => memberAnswers()[0]![1] as EndpointOutput<Contract['getUser']>

test.each([
  ['anna', 'bea', 'to the one that takes its place'],
  ['bea', 'anna', 'to the one before it, at the end of the list']
])('after %s’s conversation is deleted, a notice says so and the focus goes to the options of %s’s: %s', async (deleted, next) => {
  let chats = [chatListEntry('anna'), chatListEntry('bea')]
  const listChats = () => ({ chats, total: chats.length, total_unread: 0, page: 1 })
  const { getByTitle, getByRole } = await mount('/chats', {
    answers: [[{ endpoint: 'listChats', query: {} }, listChats()]],
    api: {
      getUser,
      listChats,
      deleteChat({ body }) {
        chats = chats.filter(({ conversation_id }) => conversation_id !== body.conversation)
        return {}
      }
    }
  })
  const options = (name: string) => getByTitle(sentence('chat-list.more', { member: name }))
  const remove = { name: sentence('chat-list.delete'), exact: true }
  const { announced } = listen()
  await press(options(deleted))
  await press(getByRole('button', remove))
  await press(getByRole('dialog').getByRole('button', remove))
  await expect.element(options(next)).toHaveFocus()
  await expect.poll(() => announced).toContainEqual(expect.stringContaining(sentence('chat-list.deleted')))
})

test('after the only photo is deleted, a notice says so and the focus goes to the heading of the photos', async () => {
  let photos: Photo[] = [{ id: id('photo'), main: true, filename: '/f', thumb_filename: '/t', match: '/m', status: 'active' }]
  const listPhotos = () => ({ photos, limit: 3, moderation: 'before' as const })
  const { getByTitle, getByRole } = await mount('/settings', {
    api: memberApi({
      getUser,
      listPhotos,
      deletePhoto() {
        photos = []
        return listPhotos()
      }
    })
  })
  const { announced } = listen()
  await press(getByTitle(sentence('photos.actions', { number: 1 })))
  await press(getByRole('button', { name: sentence('photos.delete'), exact: true }).first())
  await press(getByRole('dialog').getByRole('button', { name: sentence('photos.delete'), exact: true }))
  await expect.element(getByRole('heading', { name: sentence('photos.heading') })).toHaveFocus()
  await expect.poll(() => announced).toContainEqual(expect.stringContaining(sentence('photos.deleted')))
})

test('a page whose member leaves has the focus on its new heading; so it is when a dialog about them was open', async () => {
  for (const asking of [false, true]) {
    let here = true
    const ann = profile()
    const { getByRole, getByTitle, queryClient, unmount } = await mount(`/members/${ann.id}`, {
      api: {
        getMember: () => (here ? { member: ann, blocked: null, now: '2026-11-20T20:00:00.000Z' } : new HttpError('not_found')),
        getUser,
        listLikes: () => ({ profiles: [], liked_by: [], matches: [], total_new: 0, more: { received: null, given: null, matches: null } }),
        listChats: () => ({ chats: [], total: 0, total_unread: 0, page: 1 }),
        visitMember: () => ({})
      }
    })
    await press(getByTitle(sentence('profile.more')))
    if (asking) await press(getByRole('button', { name: sentence('block.open', { member: 'Ann' }) }))
    await expect.poll(() => queryClient.isFetching()).toBe(0)
    here = false
    applyEvent(queryClient, 'contacts_changed', '{}')
    await expect.element(getByRole('heading', { level: 1, name: sentence('not-found.heading') })).toHaveFocus()
    await unmount()
  }
})

test('a message that is closed gives the focus back', async () => {
  const { getByLabelText } = await mount('/settings', { api: memberApi() })
  const field = getByLabelText(sentence('notifications.kind.messages'))
  await expect.element(field).toBeVisible()
  ;(field.element() as HTMLElement).focus()
  showToast({ text: 'Saved' })
  await expect.poll(() => document.querySelector('[popover] button')).not.toBeNull()
  await press(page.elementLocator(document.querySelector('[popover] button')!))
  await expect.element(field).toHaveFocus()
})

test('the button of a session that is ended gives it to that of the next one', async () => {
  let sessions = ['S', 'T', 'U'].map((letter, index) => ({ ...SESSION, id: letter.repeat(22), current: index === 0 }))
  const { getByRole } = await mount('/settings', {
    api: memberApi({
      listSessions: () => ({ sessions }),
      endSession({ body }) {
        sessions = sessions.filter((session) => session.id !== body.id)
        return { sessions }
      }
    })
  })
  const rows = getByRole('region', { name: sentence('sessions.heading'), exact: true }).getByRole('listitem')
  await expect.poll(() => rows.elements().length).toBe(3)
  await press(rows.nth(1).getByRole('button'))
  await expect.poll(() => rows.elements().length).toBe(2)
  await expect.element(rows.nth(1).getByRole('button')).toHaveFocus()
})

test('the button for earlier messages keeps the focus while they are loading; when there are no more, the conversation has it', async () => {
  const earlier = Promise.withResolvers<void>()
  const all = Array.from({ length: 60 }, (_, index) => message(index + 1))
  const { getByRole } = await openConversation(all.slice(30), {
    chat: { has_more: true },
    api: {
      async getChat() {
        await earlier.promise
        return conversation(all.slice(0, 30))
      }
    }
  })
  const more = getByRole('button', { name: sentence('chat.earlier') })
  ;(more.element() as HTMLElement).focus()
  await expect.element(more).toHaveAttribute('aria-busy', 'true')
  await expect.element(more).toHaveFocus()
  earlier.resolve()
  await expect.element(getByRole('region', { name: sentence('chat.messages_with', { member: 'anna' }) })).toHaveFocus()
})

test('Tab leads out of the page at its end, and nothing brings it back', async () => {
  await mount('/settings', { api: memberApi() })
  const last = [...document.querySelectorAll<HTMLElement>('a[href], button, summary')].findLast((control) => control.checkVisibility())!
  last.focus()
  await userEvent.tab()
  // Longer than the page waits before it brings back what is lost.
  await new Promise((resolve) => setTimeout(resolve, 300))
  expect(document.activeElement).toBe(document.body)
})

test('a page that is gone as a whole has nowhere to put the focus', async () => {
  const failed = vi.fn()
  window.addEventListener('error', failed)
  onTestFinished(() => window.removeEventListener('error', failed))
  const { getByRole, unmount } = await mount('/terms', { api: memberApi() })
  const link = getByRole('main').getByRole('link').first()
  ;(link.element() as HTMLElement).focus()
  await expect.element(link).toHaveFocus()
  await unmount()
  // Longer than the page waits before it brings back what is lost.
  await new Promise((resolve) => setTimeout(resolve, 300))
  expect(failed).not.toHaveBeenCalled()
})
