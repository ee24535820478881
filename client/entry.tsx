import './styles/index.css'
import { hydrateRoot } from 'react-dom/client'
import { App } from './app/app.tsx'
import { readPage } from './app/read-page.ts'
import { createQueryClient } from './api/query-client.ts'
import { loadOffers } from './discounts/offers.tsx'
import { applicationFailed, repeatEarlyInput } from './early-input.ts'
import { beginScript } from './missing-files.ts'
import { loadPage } from './pages/registry.ts'
import { reloadForChunk } from './router/chunk-reload.ts'
import { locationOf } from './router/location.ts'
import { keyOfPage } from './router/page-key.ts'
import { sessionEnded } from './session/session-end.ts'
import { startPictureRefresh } from './session/picture-refresh.ts'
import { loadPersistently } from './site/chunk-retry.ts'
import { keepInstallOffer } from './state/install.ts'

beginScript()
// The session keeps the focus in the page, but starts later: what had it may be gone by then.
let focused = document.activeElement
addEventListener('focusin', (event) => (focused = event.target as Element))
/** The page was rendered for a member. */
const member = document.documentElement.hasAttribute('data-member')
// Visitors are asked by the browser itself.
if (member) keepInstallOffer()
const { bootstrap, answers } = await needed(readPage)
const queryClient = createQueryClient(answers)
await needed(() =>
  Promise.all([
    loadPage(bootstrap.notFound ? 'not-found' : keyOfPage(locationOf(bootstrap.url).match), bootstrap.tenant.language),
    loadOffers(queryClient, bootstrap)
  ])
)
hydrateRoot(document.getElementById('app')!, <App bootstrap={bootstrap} queryClient={queryClient} />)
repeatEarlyInput()
startPictureRefresh(queryClient)
// Live events, outbox and polling start after the page: it can be read and used without them.
if (bootstrap.member)
  loadPersistently(() => import('./app/start-session.ts'), 2).then(
    ({ startSession }) => startSession(queryClient, bootstrap, focused),
    () => reloadForChunk(window.location.pathname + window.location.search)
  )
// The head was sent for a member, but then the origin said that the session had ended.
else if (member) sessionEnded()

/** Loads what the application can't start without. */
async function needed<T>(load: () => Promise<T>): Promise<T> {
  try {
    return await loadPersistently(load, 2)
  } catch (error) {
    // For visitors, their own script does what is left.
    if (member) applicationFailed()
    throw error
  }
}
