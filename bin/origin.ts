import { checkSettings } from './settings/check-settings.ts'
import { fail } from './operator/usage-error.ts'

// `npm run origin`: the origin alone on PORT (8788), for edges that are started separately. EDGE_PORT (8787) is used in the links of local mode. It is
// loaded once the settings are right: a wrong one is reported without waiting for that.
const environment = await checkSettings('origin').catch(fail)
const { startLoneOrigin } = await import('./servers/lone-origin.ts')
await startLoneOrigin(environment).catch(fail)
