import type { StartEdge } from '../../fixtures/edge.ts'
import { apiTests } from './api.ts'
import { brandStateTests } from './brand-states.ts'
import { campaignTests } from './campaigns.ts'
import { closedBrandTests } from './closed-brand.ts'
import { controlTests } from './control.ts'
import { devTests } from './dev.ts'
import { documentTests } from './documents.ts'
import { errorPageTests } from './error-pages.ts'
import { fileTests } from './files.ts'
import { formTests } from './forms.ts'
import { groupTests } from './groups.ts'
import { headerTests } from './headers.ts'
import { hostTests } from './hosts.ts'
import { languageTests } from './languages.ts'
import { linkTests } from './links.ts'
import { mailedLinkTests } from './mailed-links.ts'
import { memberFormTests } from './member-forms.ts'
import { memberPageTests } from './member-pages.ts'
import { noOutageTests } from './no-outage.ts'
import { observatoryTests } from './observatory.ts'
import { orderFormTests } from './order-form.ts'
import { otherOriginTests } from './other-origins.ts'
import { outageTests } from './outage.ts'
import { pageDeliveryTests } from './page-delivery.ts'
import { pageTests } from './pages.ts'
import { pushTests } from './push.ts'
import { sceneTests } from './scenes.ts'
import { settingsTests } from './settings.ts'
import { sharedLinkTests } from './shared-links.ts'
import { uploadTests } from './uploads.ts'
import { visitorMeetsTests } from './visitor-meets.ts'

type Suite = (start: StartEdge) => void

/** Where workerd differs most from Node: addresses, streams and the page cache. */
const RUNTIME_SUITES: Suite[] = [hostTests, pageDeliveryTests]

/** What depends on timers and KV, and what only depends on the request and the settings. */
const OTHER_SUITES: Suite[] = [
  apiTests,
  uploadTests,
  settingsTests,
  outageTests,
  controlTests,
  pageTests,
  memberPageTests,
  campaignTests,
  brandStateTests,
  closedBrandTests,
  noOutageTests,
  otherOriginTests,
  fileTests,
  pushTests,
  languageTests,
  groupTests,
  sharedLinkTests,
  sceneTests,
  headerTests,
  observatoryTests,
  documentTests,
  errorPageTests,
  formTests,
  memberFormTests,
  mailedLinkTests,
  orderFormTests,
  linkTests,
  devTests,
  visitorMeetsTests
]

/** Every suite of the edge: the same on Node and in workerd, one code base, two runtimes. */
export function edgeTests(start: StartEdge): void {
  for (const suite of [...RUNTIME_SUITES, ...OTHER_SUITES]) suite(start)
}

/** The suites that `npm test` runs in workerd, too. */
export function runtimeTests(start: StartEdge): void {
  for (const suite of RUNTIME_SUITES) suite(start)
}
