import './styles/index.css'
import { hydrateRoot } from 'react-dom/client'
import { App } from './app/app.tsx'
import { readPage } from './app/read-page.ts'
import { createQueryClient } from './api/query-client.ts'
import { loadPage } from './pages/registry.ts'
import { reloadForChunk } from './router/chunk-reload.ts'
import { locationOf } from './router/location.ts'
import { keyOfPage } from './router/page-key.ts'
import { sessionEnded } from './session/session-end.ts'
import { startPictureRefresh } from './session/picture-refresh.ts'

const { bootstrap, answers } = await readPage()
await loadPage(bootstrap.notFound ? 'not-found' : keyOfPage(locationOf(bootstrap.url).match), bootstrap.tenant.language)
const queryClient = createQueryClient(answers)
hydrateRoot(document.getElementById('app')!, <App bootstrap={bootstrap} queryClient={queryClient} />)
startPictureRefresh(queryClient)
// Live events, outbox and polling come behind the page: nothing of it is needed to read and use what is there.
if (bootstrap.member)
  import('./app/start-session.ts').then(
    ({ startSession }) => startSession(queryClient, bootstrap),
    () => navigator.onLine && reloadForChunk(window.location.pathname + window.location.search)
  )
// The head was written for a member, and then the origin said that the session is over.
else if (document.documentElement.hasAttribute('data-member')) sessionEnded()
