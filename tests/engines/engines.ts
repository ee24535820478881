import { firefox } from './firefox.ts'
import type { Engine } from './tab.ts'
import { webkit } from './webkit.ts'

/** The engines beside Chromium, which the journeys run in. */
export const ENGINES: readonly Engine[] = [firefox, webkit]
