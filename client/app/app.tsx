import { QueryClientProvider, type QueryClient } from '@tanstack/react-query'
import { layoutOf } from '../../shared/routes/match.ts'
import { LAYOUTS } from '../layouts/layouts.ts'
import { LikeModals } from '../likes/like-modals.tsx'
import { canBegin } from '../members/known-card.ts'
import { loadedPage, loadPage } from '../pages/registry.ts'
import { keyOfPage } from '../router/page-key.ts'
import { useRouter } from '../router/context.ts'
import { RouterProvider } from '../router/router.tsx'
import { DocumentTitle } from '../feedback/document-title.tsx'
import { ErrorBoundary } from '../feedback/error-boundary.tsx'
import { ErrorPage } from '../feedback/error-page.tsx'
import { ReportDialog } from '../safety/report-dialog.tsx'
import { SiteProvider, type Bootstrap } from '../site/site.tsx'
import { Toasts } from '../feedback/toasts.tsx'

/** The whole of `<div id="app">`: the same tree on the edge and in the browser. */
export function App({ bootstrap, queryClient }: { bootstrap: Bootstrap; queryClient: QueryClient }) {
  return (
    <SiteProvider bootstrap={bootstrap}>
      <QueryClientProvider client={queryClient}>
        <RouterProvider url={bootstrap.url} notFound={bootstrap.notFound} loadPage={loadPage} canBegin={canBegin}>
          <CurrentPage />
          {bootstrap.member && !bootstrap.tenant.closed && <LikeModals />}
          {bootstrap.member && <ReportDialog />}
          <Toasts />
        </RouterProvider>
      </QueryClientProvider>
    </SiteProvider>
  )
}

function CurrentPage() {
  const { location, failure } = useRouter()
  const Layout = LAYOUTS[layoutOf(location.match?.route.layout ?? 'default')]
  const Page = loadedPage(keyOfPage(location.match))
  return (
    <Layout>
      <DocumentTitle />
      <ErrorBoundary key={location.path} shown={errorPage}>
        {failure === null ? <Page params={location.match?.params ?? {}} search={location.search} /> : errorPage(failure)}
      </ErrorBoundary>
    </Layout>
  )
}

const errorPage = (error: unknown) => <ErrorPage error={error} />
