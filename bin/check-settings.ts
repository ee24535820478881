import { fail } from './operator/usage-error.ts'
import { checkSettings } from './settings/check-settings.ts'

// `node bin/check-settings.ts`: called by setup.mjs before it builds for `npm start`. Prints nothing if everything is fine.
await checkSettings('start').catch(fail)
