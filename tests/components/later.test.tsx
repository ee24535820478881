import { expect, test, vi } from 'vitest'
import { render } from 'vitest-browser-react/pure'
import { later } from '../../client/site/later.tsx'
import { SiteProvider } from '../../client/site/site.tsx'
import { appOf } from '../client/render-page.tsx'

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
