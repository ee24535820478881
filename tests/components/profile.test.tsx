import { expect, onTestFinished, test, vi } from 'vitest'
import { applyEvent } from '../../client/live/apply-event.ts'
import type { Contract } from '../../shared/api/contract.ts'
import type { EndpointOutput } from '../../shared/api/endpoint.ts'
import { fieldError } from '../../shared/api/errors.ts'
import { LOCALES } from '../../shared/i18n/locales.ts'
import type { Photo } from '../../shared/api/photos.ts'
import { id } from '../client/chat-fixtures.ts'
import { memberAnswers, translatorOf } from '../client/render-page.tsx'
import { OWN_PROFILE } from '../fixtures/own-pages.ts'
import { memberApi } from './member-api.ts'
import { type Call, HttpError, mount } from './mount.tsx'
import { resize } from './screen.ts'
import { sentence } from './sentence.ts'

/** The device's location, and its permission state. */
function locate(getCurrentPosition: Geolocation['getCurrentPosition'] | null, state?: PermissionState) {
  vi.spyOn(navigator, 'geolocation', 'get').mockReturnValue((getCurrentPosition && { getCurrentPosition }) as Geolocation)
  const status = Object.assign(new EventTarget(), { state, name: 'geolocation', onchange: null }) as PermissionStatus
  vi.spyOn(navigator, 'permissions', 'get').mockReturnValue((state && { query: async () => status }) as Permissions)
}

test('a refused field is named, and nothing typed is lost', async () => {
  const updateProfile = () => new HttpError('invalid', {}, [fieldError('about', 'text')])
  const { getByRole, getByLabelText, getByText } = await mount('/profile', { api: memberApi({ updateProfile }) })
  const about = getByLabelText(sentence('profile.about'))
  await about.fill('Something strange')
  await getByRole('button', { name: sentence('profile-edit.save') }).click()
  const summary = getByRole('alert').filter({ hasText: sentence('form.summary', { count: 1 }) })
  await expect.element(summary).toHaveFocus()
  await summary.getByRole('link').click()
  await expect.element(about).toHaveFocus()
  await expect.element(about).toHaveValue('Something strange')
  await expect.element(getByText(sentence('profile-edit.unsaved'))).toBeVisible()
})

test('the location is only requested by a tap, rounded on the device, and once within an hour [API-8] [CON-23] [ENT-31] [OTH-5]', async () => {
  const found = vi.fn<Geolocation['getCurrentPosition']>((told) =>
    told({ coords: { latitude: 55.94871, longitude: -3.20012 } } as GeolocationPosition)
  )
  const getGeocode = () => ({ place: { country: 'GB', region: 'GB-SCT', region_name: 'Scotland' } })
  const own = memberAnswers()[0]![1] as EndpointOutput<Contract['getUser']>
  const open = async (user = own.user.id) => {
    locate(found, 'granted')
    const { getByRole, getByText, getByLabelText, calls, unmount } = await mount('/profile', {
      answers: [
        [
          { endpoint: 'getUser', query: {} },
          { ...own, user: { ...own.user, id: user } }
        ]
      ],
      api: memberApi({ getGeocode })
    })
    await expect.element(getByRole('button', { name: sentence('profile-edit.locate') })).toHaveAttribute('data-permission', 'granted')
    const before = found.mock.calls.length
    await getByRole('button', { name: sentence('profile-edit.locate') }).click()
    await expect.element(getByText(sentence('profile-edit.located', { region: 'Scotland' }))).toBeVisible()
    await expect.element(getByLabelText(sentence('form.region'))).toHaveValue('GB-SCT')
    await unmount()
    return { before, asked: calls.filter(({ endpoint }) => endpoint === 'getGeocode').map(({ query }) => query) }
  }
  const clock = vi.spyOn(Date, 'now')
  // Whole milliseconds, as the real clock: decimals that reach storage sometimes look like a longitude.
  const minutesLater = (minutes: number, now = Math.round(performance.timeOrigin + performance.now())) =>
    clock.mockReturnValue(now + minutes * 60_000)
  minutesLater(0)
  expect(await open()).toEqual({ before: 0, asked: [{ lat: '55.9', lon: '-3.2' }] })
  expect(JSON.stringify({ ...sessionStorage, ...localStorage })).not.toMatch(/55\.9|3\.2/)
  // Just under an hour later it is still cached, after the hour it is requested again.
  minutesLater(58)
  expect(await open()).toEqual({ before: 1, asked: [] })
  // The next member in this tab is somewhere else.
  expect(await open('B'.repeat(22))).toMatchObject({ asked: [{ lat: '55.9' }] })
  minutesLater(61)
  expect(await open()).toEqual({ before: 2, asked: [{ lat: '55.9', lon: '-3.2' }] })
})

test('what is typed while the location is being determined stays', async () => {
  const { promise, resolve } = Promise.withResolvers<void>()
  locate((told) => void promise.then(() => told({ coords: { latitude: 55.9, longitude: -3.2 } } as GeolocationPosition)), 'granted')
  const getGeocode = () => ({ place: { country: 'GB', region: 'GB-SCT', region_name: 'Scotland' } })
  const { getByRole, getByLabelText } = await mount('/profile', { api: memberApi({ getGeocode }) })
  await getByRole('button', { name: sentence('profile-edit.locate') }).click()
  const about = getByLabelText(sentence('profile.about'))
  await about.fill('I bake.')
  resolve()
  await expect.element(getByLabelText(sentence('form.region'))).toHaveValue('GB-SCT')
  await expect.element(about).toHaveValue('I bake.')
})

test('without permission, or without geolocation, the region is chosen by hand [OTH-5]', async () => {
  locate((_, refuse) => refuse!({ code: 1 } as GeolocationPositionError))
  const refused = await mount('/profile', { api: memberApi() })
  const press = refused.getByRole('button', { name: sentence('profile-edit.locate') })
  await expect.element(press).toHaveAttribute('data-permission', 'unknown')
  await press.click()
  await expect.element(refused.getByText(sentence('profile-edit.location_denied'))).toBeVisible()
  await refused.unmount()

  locate(null)
  const unable = await mount('/profile', { api: memberApi() })
  await expect.element(unable.getByText(sentence('profile-edit.location_unsupported'))).toBeVisible()
  expect(unable.getByRole('button', { name: sentence('profile-edit.locate') }).query()).toBeNull()
})

/** A device that is touched, or has a mouse. */
function holdWith(touch: boolean): void {
  const matches = window.matchMedia.bind(window)
  vi.spyOn(window, 'matchMedia').mockImplementation((query) =>
    query === '(pointer: coarse)' ? ({ matches: touch } as MediaQueryList) : matches(query)
  )
}

async function aPortrait(): Promise<File> {
  const canvas = new OffscreenCanvas(800, 1000)
  canvas.getContext('2d')!.fillRect(0, 0, 800, 1000)
  return new File([await canvas.convertToBlob()], 'photo.png', { type: 'image/png' })
}

test.each([
  [true, 'crop.hint_touch'],
  [false, 'crop.hint']
])('the help for cropping a photo mentions fingers or keys, depending on the device (touch: %s)', async (touch, hint) => {
  holdWith(touch)
  const { getByLabelText, getByRole } = await mount('/profile', { width: 375, api: memberApi() })
  await getByLabelText(sentence('photos.add')).upload(await aPortrait())
  await expect.element(getByRole('dialog').getByText(sentence(hint), { exact: true })).toBeVisible()
})

test('keys move and enlarge a photo that is cropped; with Ctrl or Alt they stay the browser’s, which enlarges the page or goes back', async () => {
  const { getByLabelText, getByRole } = await mount('/profile', { api: memberApi() })
  await getByLabelText(sentence('photos.add')).upload(await aPortrait())
  const dialog = getByRole('dialog')
  const zoom = dialog.getByRole('slider', { name: sentence('crop.zoom') })
  await expect.element(zoom).toHaveValue('1')
  const part = dialog.getByRole('img', { name: sentence('crop.part') }).element()
  const press = (key: string, held: KeyboardEventInit = {}) =>
    part.dispatchEvent(new KeyboardEvent('keydown', { key, bubbles: true, cancelable: true, ...held }))
  expect([press('+', { ctrlKey: true }), press('+', { metaKey: true }), press('ArrowLeft', { altKey: true })]).toEqual([true, true, true])
  await expect.element(zoom).toHaveValue('1')
  expect(press('+', { shiftKey: true })).toBe(false)
  await expect.element(zoom).not.toHaveValue('1')
})

/** The languages in which the dialog has most to say; it has room for the others then. */
const translators = await Promise.all(LOCALES.map(async (language) => ({ language, t: (await translatorOf(language)).t })))
const lengthOf = ({ t }: (typeof translators)[number]) => t('crop.hint_touch').length + t('crop.title').length
const wordiest = translators.toSorted((one, other) => lengthOf(other) - lengthOf(one)).slice(0, 3)

test.each(wordiest)('all of the dialog for cropping a photo is seen at once on a small phone, in $language', async ({ language, t }) => {
  holdWith(true)
  const { getByLabelText, getByRole } = await mount('/profile', { width: 375, language, api: memberApi() })
  await resize(375, 667)
  await getByLabelText(t('photos.add')).upload(await aPortrait())
  const dialog = getByRole('dialog')
  const help = dialog.getByText(t('crop.hint_touch'), { exact: true })
  const done = dialog.getByRole('button', { name: t('crop.done') })
  await expect.element(help).toBeVisible()
  await expect.poll(() => help.element().getBoundingClientRect().bottom).toBeLessThan(done.element().getBoundingClientRect().top)
})

test('an upload continues while another page is shown, which says how it ended; the tile is there again on the way back', async () => {
  const { listPhotos, getUser } = photosAt()
  type Answer = HttpError | ReturnType<typeof listPhotos>
  const answers = [Promise.withResolvers<Answer>(), Promise.withResolvers<Answer>()]
  const keys: unknown[] = []
  const { getByLabelText, getByRole, getByText } = await mount('/profile', {
    api: memberApi({
      listPhotos,
      getUser,
      listChats: () => ({ chats: [], total: 0, total_unread: 0, page: 1 }),
      addPhoto: ({ key }) => answers[keys.push(key) - 1]!.promise
    })
  })
  const asksBeforeLeaving = () => !dispatchEvent(new Event('beforeunload', { cancelable: true }))
  const messages = getByRole('link', { name: sentence('nav.messages') }).first()
  const back = getByRole('complementary').getByRole('link')
  const progress = getByRole('progressbar', { name: sentence('photos.uploading') })
  await getByLabelText(sentence('photos.add')).upload(await aPortrait())
  expect(asksBeforeLeaving()).toBe(false)
  await getByRole('button', { name: sentence('crop.done') }).click()
  await expect.element(progress).toBeVisible()
  await messages.click()
  await expect.element(progress).not.toBeInTheDocument()
  expect(asksBeforeLeaving()).toBe(true)
  await back.click()
  await expect.element(progress).toBeVisible()

  await messages.click()
  await expect.element(progress).not.toBeInTheDocument()
  answers[0]!.resolve(new HttpError('invalid', {}, [fieldError('photo', 'photo_broken')]))
  await expect.element(getByText(`${sentence('photos.not_uploaded')} ${sentence('field.photo_broken')}`)).toBeVisible()
  expect(asksBeforeLeaving()).toBe(false)
  await back.click()
  await getByRole('button', { name: sentence('photos.retry') }).click()
  await expect.element(progress).toBeVisible()
  await messages.click()
  await expect.element(progress).not.toBeInTheDocument()
  answers[1]!.resolve(listPhotos())
  await expect.element(getByText(sentence('photos.uploaded'))).toBeVisible()
  expect([keys.length, new Set(keys).size, asksBeforeLeaving()]).toEqual([2, 1, false])
})

/** The photos of a member at the server, by name, and the order in which the page shows them. */
function photosAt(...names: string[]) {
  let photos = names.map((name): Photo => {
    const file = `/${name}`
    return { id: id(name), main: name === names[0], filename: file, thumb_filename: file, match: file, status: 'active' }
  })
  const listPhotos = () => ({ photos, limit: 5, moderation: 'before' as const })
  return {
    listPhotos,
    getUser: () => memberAnswers()[0]![1] as EndpointOutput<Contract['getUser']>,
    arrange: (order: readonly string[]) => {
      photos = order.map((one) => photos.find((photo) => photo.id === one)!)
      return listPhotos()
    },
    shown: () =>
      [...document.querySelectorAll('[data-photo] img')].map((image) => new URL((image as HTMLImageElement).src).pathname.slice(1))
  }
}

const ordersIn = (calls: readonly Call[]) =>
  calls.flatMap(({ endpoint, body }) => (endpoint === 'arrangePhotos' ? [(body as { order: string[] }).order] : []))

test('photos moved one after another on a slow line end in the last order: no answer or refetch takes a move back', async () => {
  const { arrange, shown, ...answers } = photosAt('a', 'b', 'c', 'd')
  const lines = [Promise.withResolvers<void>(), Promise.withResolvers<void>(), Promise.withResolvers<void>()]
  let asked = 0
  const { getByTitle, getByRole, calls, queryClient } = await mount('/profile', {
    api: memberApi({
      ...answers,
      async arrangePhotos({ body: { order } }) {
        await lines[asked++]!.promise
        return arrange(order)
      }
    })
  })
  const orders = () => calls.flatMap(({ endpoint, body }) => (endpoint === 'arrangePhotos' ? [(body as { order: string[] }).order] : []))
  const move = async (number: number, how: string) => {
    await getByTitle(sentence('photos.actions', { number })).click()
    await getByRole('button', { name: sentence(how) }).click()
  }
  const names = (order: string) => [...order]
  await move(4, 'photos.make_main')
  await move(4, 'photos.move_earlier')
  await expect.poll(shown).toEqual(names('dacb'))
  // The second one waits: repeated after a failure, the first one must not come after it.
  await expect.poll(orders).toEqual([names('dabc').map(id)])
  lines[0]!.resolve()
  await expect.poll(orders).toEqual([names('dabc').map(id), names('dacb').map(id)])
  applyEvent(queryClient, 'photos_changed', '{}')
  await expect.poll(() => queryClient.isFetching()).toBe(0)
  expect(shown()).toEqual(names('dacb'))
  await move(2, 'photos.make_main')
  await expect.poll(shown).toEqual(names('adcb'))
  lines[1]!.resolve()
  lines[2]!.resolve()
  await expect.poll(() => queryClient.isMutating() + queryClient.isFetching()).toBe(0)
  expect(orders().at(-1)).toEqual(names('adcb').map(id))
  expect(shown()).toEqual(names('adcb'))
})

test('without a connection the dialog for deleting a photo closes; the photo says that it is being deleted, and is left out of a new order', async () => {
  const { arrange, shown, ...answers } = photosAt('a', 'b', 'c')
  const { getByTitle, getByRole, getByText, calls } = await mount('/profile', {
    api: memberApi({
      ...answers,
      deletePhoto: ({ body }) => arrange(answers.listPhotos().photos.flatMap((photo) => (photo.id === body.id ? [] : [photo.id]))),
      arrangePhotos: ({ body }) => arrange(body.order)
    })
  })
  const menu = async (number: number, action: string) => {
    await getByTitle(sentence('photos.actions', { number })).click()
    await getByRole('button', { name: sentence(action), exact: true }).click()
  }
  await menu(1, 'photos.delete')
  dispatchEvent(new Event('offline'))
  onTestFinished(() => void dispatchEvent(new Event('online')))
  await getByRole('dialog')
    .getByRole('button', { name: sentence('photos.delete'), exact: true })
    .click()
  await expect.element(getByRole('dialog')).not.toBeInTheDocument()
  await expect.element(getByText(sentence('photos.deleting'))).toBeVisible()
  await menu(3, 'photos.move_earlier')
  await expect.poll(shown).toEqual(['a', 'c', 'b'])
  expect(calls.filter(({ endpoint }) => endpoint === 'deletePhoto')).toEqual([])
  dispatchEvent(new Event('online'))
  await expect.element(getByText(sentence('photos.deleted'))).toBeVisible()
  await expect.poll(shown).toEqual(['c', 'b'])
  await expect.poll(() => ordersIn(calls)).toEqual([['c', 'b'].map(id)])
})

test('prompts are chosen and answered one after the other, each once, and saved together', async () => {
  const updateProfile = ({ body }: { body: Partial<typeof OWN_PROFILE> | undefined }) => ({ profile: { ...OWN_PROFILE, ...body } })
  const { getByLabelText, getByRole, calls } = await mount('/profile', { api: memberApi({ updateProfile }) })
  const choice = (number: number) => getByLabelText(sentence('profile-edit.prompt', { number }))
  await choice(1).selectOptions('sunday')
  await getByRole('textbox', { name: sentence('prompt.sunday') }).fill('Pancakes')
  await choice(2).selectOptions('laugh')
  expect([...(choice(2).element() as HTMLSelectElement).options].map(({ value }) => value)).not.toContain('sunday')
  await getByRole('textbox', { name: sentence('prompt.laugh') }).fill('Cats')
  await getByRole('button', { name: sentence('profile-edit.save') }).click()
  await expect
    .poll(() => calls.find(({ endpoint }) => endpoint === 'updateProfile')?.body)
    .toEqual({
      prompts: [
        { prompt: 'sunday', answer: 'Pancakes' },
        { prompt: 'laugh', answer: 'Cats' }
      ]
    })
})
