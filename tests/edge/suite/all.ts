import type { StartEdge } from '../../fixtures/edge.ts'
import { apiTests } from './api.ts'
import { controlTests } from './control.ts'
import { devTests } from './dev.ts'
import { documentTests } from './documents.ts'
import { fileTests } from './files.ts'
import { formTests } from './forms.ts'
import { groupTests } from './groups.ts'
import { headerTests } from './headers.ts'
import { hostTests } from './hosts.ts'
import { languageTests } from './languages.ts'
import { linkTests } from './links.ts'
import { observatoryTests } from './observatory.ts'
import { outageTests } from './outage.ts'
import { pageTests } from './pages.ts'
import { pushTests } from './push.ts'
import { settingsTests } from './settings.ts'
import { sharedLinkTests } from './shared-links.ts'
import { uploadTests } from './uploads.ts'

/** Every suite of the edge: the same on Node and in workerd, one code base, two runtimes. */
export function edgeTests(start: StartEdge): void {
  for (const suite of [
    hostTests,
    languageTests,
    pageTests,
    groupTests,
    sharedLinkTests,
    apiTests,
    headerTests,
    observatoryTests,
    documentTests,
    fileTests,
    formTests,
    pushTests,
    settingsTests,
    linkTests,
    outageTests,
    controlTests,
    devTests,
    uploadTests
  ])
    suite(start)
}
