import { fail } from './usage-error.ts'
import { checkSettings } from './settings/check-settings.ts'

// `node bin/check-settings.ts`: what setup.mjs asks before it builds for `npm start`. Says nothing where all is well.
await checkSettings('start').catch(fail)
