import { checkSettings } from './settings/check-settings.ts'
import { fail } from './operator/usage-error.ts'

// `npm start`: database, origin and edge in one process, with the demo world in local mode. They are loaded once the settings are right: a wrong one
// is reported without waiting for that.
const environment = await checkSettings('start').catch(fail)
const { startProduct } = await import('./servers/product.ts')
await startProduct(environment).catch(fail)
