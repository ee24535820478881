import { missingPackages } from '../engines.mjs'
import { aptInstall } from './apt.mjs'

/** Installs Firefox and WebKit where they are missing. If that fails, `npm run test:engines` ends: it has nothing else to run. */
export function ensureEngines() {
  const missing = missingPackages()
  if (missing.length === 0) return
  aptInstall(missing.join(', '), missing)
  const left = missingPackages()
  if (left.length > 0)
    throw new Error(`Firefox and WebKit are driven on Debian and its relatives, with these packages: ${left.join(', ')}.`)
}
