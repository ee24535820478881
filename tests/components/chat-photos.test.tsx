import { expect, test, vi } from 'vitest'
import { startOutbox } from '../../client/outbox/browser-outbox.ts'
import { ANNA, CHAT, message } from '../client/chat-fixtures.ts'
import { expectAccessible } from './accessible.ts'
import { HttpError } from './mount.tsx'
import { openConversation as open } from './open-conversation.ts'
import { sentence } from './sentence.ts'

const PIXEL = 'data:image/gif;base64,R0lGODlhAQABAAAAACwAAAAAAQABAAA='
const A_PHOTO = { image: { filename: PIXEL, match: PIXEL } }

/** A picture file of this size. */
async function aPictureFile(width: number, height: number): Promise<File> {
  const canvas = new OffscreenCanvas(width, height)
  canvas.getContext('2d')!.fillRect(0, 0, width, height)
  return new File([await canvas.convertToBlob({ type: 'image/png' })], 'mine.png', { type: 'image/png' })
}

test('a received photo is blurred until it is shown, then opens large; without an answer it stays blurred', async () => {
  let works = false
  const photo = (state: 'blurred' | 'shown') => message(2, { content: { type: 'photo', state } })
  const { getByRole, calls } = await open([message(1), photo('blurred')], {
    // Photos of conversations never come from that host.
    tenant: { cdn_prefix: 'https://pictures.example' },
    width: 375,
    api: { getChatPhoto: () => A_PHOTO, showPhoto: () => (works ? {} : new HttpError('not_found')) }
  })
  const show = getByRole('button', { name: sentence('chat-photo.show') })
  await expect.element(show).toBeVisible()
  await expect.element(getByRole('img', { name: sentence('chat-photo.theirs', { member: 'anna' }) })).not.toBeInTheDocument()
  await expectAccessible()
  await show.click()
  await expect.element(getByRole('status').getByText(sentence('error.not_found'))).toBeVisible()
  await expect.element(show).toBeVisible()
  works = true
  await show.click()
  await getByRole('button', { name: sentence('chat-photo.enlarge') }).click()
  const large = getByRole('dialog').getByRole('img', { name: sentence('chat-photo.theirs', { member: 'anna' }) })
  await expect.element(large).toBeVisible()
  await expect.element(large).toHaveAttribute('src', PIXEL)
  const place = { conversation: CHAT, position: 2 }
  expect(calls.filter(({ endpoint }) => endpoint === 'showPhoto').map(({ body }) => body)).toEqual([place, place])
  // Its addresses differ from those of the blurred one.
  await expect.poll(() => calls.filter(({ endpoint }) => endpoint === 'getChatPhoto').length).toBe(3)
})

test.each([
  [1.5, 1.5],
  [3, 1.5],
  [1, 1],
  [0.4, 0.667],
  [undefined, 0.8]
])('a photo whose width is %s of its height is shown as wide as %s, before it is loaded too', async (ratio, shown) => {
  const loaded = Promise.withResolvers<typeof A_PHOTO>()
  const photo = message(2, { content: { type: 'photo', state: 'shown', ...(ratio && { ratio }) } })
  const { getByRole } = await open([message(1), photo], { width: 375, api: { getChatPhoto: () => loaded.promise } })
  const shape = () => document.querySelector('[data-position="2"] svg[viewBox]')?.parentElement?.getBoundingClientRect()
  await expect.poll(shape).toBeDefined()
  const before = shape()!
  expect(before.width / before.height).toBeCloseTo(shown, 2)
  loaded.resolve(A_PHOTO)
  const picture = getByRole('button', { name: sentence('chat-photo.enlarge') }).getByRole('img')
  await expect.element(picture).toBeVisible()
  const { width, height } = picture.element().getBoundingClientRect()
  expect([width, height].map(Math.round)).toEqual([before.width, before.height].map(Math.round))
})

/** Chooses a file as a member does. */
const chooser = (container: Element) => (file: File) => {
  const chosen = new DataTransfer()
  chosen.items.add(file)
  const input = container.querySelector<HTMLInputElement>('input[type=file]')!
  input.files = chosen.files
  input.dispatchEvent(new Event('change', { bubbles: true }))
}

test('a photo is chosen, looked at, shown at once, and sent at its price; one that was refused says why and is sent again on request [GEN-10]', async () => {
  const sent = message(2, { mine: true, content: { type: 'photo', state: 'shown' } })
  const hold = Promise.withResolvers<void>()
  let refuses = true
  const { getByRole, getByText, container, calls, queryClient } = await open([message(1)], {
    width: 375,
    api: {
      sendPhoto: async ({ key }) => {
        await hold.promise
        return refuses ? new HttpError('photos_off') : { conversation_id: CHAT, message: { ...sent, client_id: key ?? null } }
      }
    }
  })
  startOutbox(queryClient)
  await expect.element(getByRole('button', { name: sentence('chat-photo.button'), exact: true })).toBeVisible()
  const choose = chooser(container)
  const dialog = getByRole('dialog')
  const send = dialog.getByRole('button', { name: sentence('chat-photo.send', { credits: 2 }) })

  choose(await aPictureFile(100, 100))
  await expect.element(dialog.getByText(sentence('field.photo_small'))).toBeVisible()
  await expect.element(send).toBeDisabled()
  await dialog.getByRole('button', { name: sentence('form.close') }).click()

  choose(await aPictureFile(500, 600))
  await expect.element(dialog.getByRole('img', { name: sentence('chat-photo.preview') })).toBeVisible()
  await expect.element(dialog.getByText(sentence('chat-photo.take_back'))).toBeVisible()
  await expectAccessible()
  await send.click()
  await expect.element(dialog).not.toBeInTheDocument()
  const own = getByRole('img', { name: sentence('chat-photo.yours') })
  await expect.element(own).toBeVisible()
  await expect.element(getByText(sentence('chat.sending'))).toBeVisible()
  hold.resolve()
  await expect.element(getByText(sentence('error.photos_off'), { exact: false })).toBeVisible()
  refuses = false
  await getByRole('button', { name: sentence('load-failed.retry') }).click()
  await expect.element(getByText(sentence('chat.sent'), { exact: true })).toBeVisible()
  await getByRole('button', { name: sentence('chat-photo.enlarge') }).click()
  await expect.element(dialog.getByRole('img')).toBeVisible()
  const queries = calls.filter(({ endpoint }) => endpoint === 'sendPhoto').map(({ query }) => query)
  const wanted = { member: ANNA, credits: '2' }
  expect(queries).toEqual([wanted, wanted])
})

test('with too few credits a photo leads to more of them', async () => {
  const { getByRole, container } = await open([message(1)], {
    tenant: { payment_provider: 'sandbox' },
    chat: { cost: { credits: 2_000, reason: 'paid', free_left: 0 } }
  })
  await expect.element(getByRole('button', { name: sentence('chat-photo.button'), exact: true })).toBeVisible()
  const chosen = new DataTransfer()
  chosen.items.add(await aPictureFile(500, 600))
  const input = container.querySelector<HTMLInputElement>('input[type=file]')!
  input.files = chosen.files
  input.dispatchEvent(new Event('change', { bubbles: true }))
  const dialog = getByRole('dialog')
  await expect.element(dialog.getByText(sentence('error.not_enough_credits'))).toBeVisible()
  await expect.element(dialog.getByRole('link', { name: sentence('chat-photo.buy') })).toHaveAttribute('href', '/credits')
})

test('a gift in a conversation is shown at once, waits without a connection, and is sent from the page after a reload', async () => {
  const online = vi.spyOn(navigator, 'onLine', 'get').mockReturnValue(false)
  const sent = message(2, { mine: true, content: { type: 'gift', gift: 'rose', note: null } })
  const visit = {
    width: 375,
    tenant: { payment_provider: 'sandbox' },
    api: { sendGift: () => ({ conversation_id: CHAT, message: sent }) }
  } as const
  const before = await open([message(1)], visit)
  startOutbox(before.queryClient)
  await before.getByRole('button', { name: /^Gift/ }).click()
  await before.getByRole('radio', { name: sentence('gift.rose') }).click()
  const give = before.getByRole('button', { name: sentence('giving.send', { credits: 5 }) })
  // As wide as the sheet: the dialog is within the composer, whose own buttons are small on a phone.
  expect(give.element().getBoundingClientRect().width).toBeGreaterThan(300)
  await give.click()
  await expect.element(before.getByRole('dialog')).not.toBeInTheDocument()
  const words = sentence('gift.you_sent', { gift: sentence('gift.rose') })
  await expect.element(before.getByRole('log').getByText(words)).toBeVisible()
  await expect.element(before.getByText(sentence('chat.waiting'))).toBeVisible()
  await before.unmount()

  const { getByRole, getByText, calls, queryClient } = await open([message(1)], visit)
  startOutbox(queryClient)
  await expect.element(getByText(sentence('chat.waiting'))).toBeVisible()
  online.mockReturnValue(true)
  dispatchEvent(new Event('online'))
  await expect.element(getByText(sentence('chat.sent'), { exact: true })).toBeVisible()
  expect(getByRole('log').getByText(words).elements()).toHaveLength(1)
  const given = { member: ANNA, gift: 'rose', note: '', credits: 5, to_fictional: false }
  expect(calls.filter(({ endpoint }) => endpoint === 'sendGift').map(({ body }) => body)).toEqual([given])
})

test('where photos can’t be sent there is no button for them', async () => {
  const { getByRole } = await open([message(1)], { chat: { accepts_photos: false }, tenant: { payment_provider: 'sandbox' } })
  await expect.element(getByRole('button', { name: /^Gift/ })).toBeVisible()
  await expect.element(getByRole('button', { name: sentence('chat-photo.button'), exact: true })).not.toBeInTheDocument()
})

test('where no message can be taken back, the dialog of a photo doesn’t promise it', async () => {
  const { getByRole, getByText, container } = await open([message(1)], { chat: { can_take_back: false } })
  await expect.element(getByRole('button', { name: sentence('chat-photo.button'), exact: true })).toBeVisible()
  chooser(container)(await aPictureFile(500, 600))
  await expect.element(getByText(sentence('chat-photo.help', { member: 'anna' }))).toBeVisible()
  expect(getByText(sentence('chat-photo.take_back')).elements()).toEqual([])
})
