import { QueryClientProvider } from '@tanstack/react-query'
import { useState } from 'react'
import { expect, test, vi } from 'vitest'
import { render } from 'vitest-browser-react/pure'
import { hydrateRoot } from 'react-dom/client'
import { LoadingProgress } from '../../client/feedback/loading-bar.tsx'
import { Toasts } from '../../client/feedback/toasts.tsx'
import { RouterContext, useRouter } from '../../client/router/context.ts'
import { locationOf } from '../../client/router/location.ts'
import { RouterProvider } from '../../client/router/router.tsx'
import { hydratedLater } from '../../client/site/hydrated-later.tsx'
import { later } from '../../client/site/later.tsx'
import { laterDialog } from '../../client/feedback/later-dialog.tsx'
import { SiteProvider } from '../../client/site/site.tsx'
import { appOf } from '../client/render-page.tsx'
import { sentence } from './sentence.ts'

interface Closable {
  onClose: () => void
}

const Part = () => <p>The part</p>
const fails = () => Promise.reject(new TypeError('Failed to fetch dynamically imported module'))

test('a part that could not be loaded offline comes with the connection, and the page stays meanwhile', async () => {
  const load = vi.fn<() => Promise<{ default: typeof Part }>>().mockImplementationOnce(fails).mockResolvedValue({ default: Part })
  const Later = later(load)
  const { getByText } = await render(
    <SiteProvider bootstrap={(await appOf('/')).props.bootstrap}>
      <p>The page</p>
      <Later />
    </SiteProvider>
  )
  await vi.waitFor(() => expect(load).toHaveBeenCalledOnce())
  await expect.element(getByText('The page')).toBeVisible()
  window.dispatchEvent(new Event('online'))
  await expect.element(getByText('The part')).toBeVisible()
  await expect.element(getByText('The page')).toBeVisible()
})

test('a part of the first HTML stays as it is until its code is there, and can’t be used meanwhile', async () => {
  const { promise, resolve } = Promise.withResolvers<{ default: typeof Part }>()
  const Later = hydratedLater(() => promise)
  const page = document.createElement('div')
  page.innerHTML = '<p>The page</p><div class="contents" inert=""><p>The part</p></div>'
  document.body.append(page)
  const root = hydrateRoot(
    page,
    <SiteProvider bootstrap={(await appOf('/')).props.bootstrap}>
      <p>The page</p>
      <Later />
    </SiteProvider>,
    { onRecoverableError: (error) => expect.fail(String(error)) }
  )
  const html = page.querySelector('[inert]')!
  await vi.waitFor(() => expect(Object.keys(html).some((name) => name.startsWith('__reactProps'))).toBe(true))
  expect(html.textContent).toBe('The part')
  resolve({ default: Part })
  await vi.waitFor(() => expect(page.querySelector('[inert]')).toBeNull())
  expect(page.innerHTML).toBe('<p>The page</p><div class="contents"><p>The part</p></div>')
  root.unmount()
  page.remove()
})

test('the loading bar shows until a dialog’s code is there [CON-9]', async () => {
  const { promise, resolve } = Promise.withResolvers<{ default: typeof Part }>()
  const LaterDialog = laterDialog<Closable>(() => promise)
  const router = { location: locationOf('/'), pending: false, failure: null, navigate: () => {}, replaceUrl: () => {} }
  const { getByText, getByRole } = await render(
    <SiteProvider bootstrap={(await appOf('/')).props.bootstrap}>
      <RouterContext value={router}>
        <LoadingProgress />
      </RouterContext>
      <LaterDialog onClose={() => {}} />
    </SiteProvider>
  )
  await expect.element(getByRole('progressbar', { name: sentence('layout.loading') })).toBeInTheDocument()
  resolve({ default: Part })
  await expect.element(getByText('The part')).toBeVisible()
  // An effect takes it away.
  await expect.poll(() => getByRole('progressbar').query()).toBeNull()
})

test('a dialog that can’t be loaded says so and is closed; the page stays', async () => {
  vi.spyOn(console, 'error').mockImplementation(() => {})
  const close = vi.fn<() => void>()
  const Broken = () => {
    throw new TypeError('Failed to fetch dynamically imported module')
  }
  const LaterDialog = laterDialog<Closable>(() => Promise.resolve({ default: Broken }))
  const { getByText } = await render(
    <SiteProvider bootstrap={(await appOf('/')).props.bootstrap}>
      <p>The page</p>
      <LaterDialog onClose={close} />
      <Toasts />
    </SiteProvider>
  )
  await expect.element(getByText('The page')).toBeVisible()
  await expect.element(getByText(sentence('error.unavailable'))).toBeVisible()
  expect(close).toHaveBeenCalledOnce()
})

test('a page whose code fails once another was opened leads no one away from that', async () => {
  const before = location.href
  const { bootstrap, queryClient } = (await appOf('/')).props
  const slow = Promise.withResolvers<void>()
  function Shown() {
    const { location: at, failure, navigate } = useRouter()
    const [count, setCount] = useState(0)
    return (
      <>
        <p>{failure ? 'failed' : at.url}</p>
        <button onClick={() => setCount(count + 1)}>Rendered {count}</button>
        <button onClick={() => navigate('/pages/terms')}>Slow</button>
        <button onClick={() => navigate('/pages/privacy')}>Fast</button>
      </>
    )
  }
  const { getByRole, getByText } = await render(
    <SiteProvider bootstrap={bootstrap}>
      <QueryClientProvider client={queryClient}>
        <RouterProvider
          url="/"
          notFound={false}
          loadPage={(key) => (key === 'pages-terms' ? slow.promise : Promise.resolve())}
          canBegin={() => false}
        >
          <Shown />
        </RouterProvider>
      </QueryClientProvider>
    </SiteProvider>
  )
  // A reload within the last minute: a further one would show the error page.
  sessionStorage.setItem('chunk_reloaded_at', String(Date.now()))
  await getByRole('button', { name: 'Slow' }).click()
  await getByRole('button', { name: 'Fast' }).click()
  await expect.element(getByText('/pages/privacy')).toBeVisible()
  slow.reject(new TypeError('Failed to fetch dynamically imported module'))
  await slow.promise.catch(() => {})
  await getByRole('button', { name: 'Rendered 0' }).click()
  await expect.element(getByRole('button', { name: 'Rendered 1' })).toBeVisible()
  expect(getByText('/pages/privacy').query()).not.toBeNull()
  history.replaceState(null, '', before)
})
