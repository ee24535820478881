import { findChromium } from '../chromium.mjs'
import { aptInstall } from './apt.mjs'
import { run } from './run.mjs'

/** Finds or installs a Chromium for the browser tests. Without one the other suites still run, and the browser tests fail. */
export function ensureBrowser() {
  const wanted = process.env.CHROMIUM_PATH
  const found = findChromium()
  if (wanted && found !== wanted) console.log(`CHROMIUM_PATH (${wanted}) is not a Chromium that starts; looking elsewhere.`)
  if (found) return
  installFromDebian()
  if (findChromium()) return
  installFromPlaywright()
  if (findChromium()) return
  console.log('There is no Chromium and it could not be installed, so the browser tests will fail. Install one, or set CHROMIUM_PATH.')
}

function installFromDebian() {
  // The first is newer in Debian than the second, and not in every distribution.
  aptInstall('Chromium', ['chromium-headless-shell'], ['chromium'])
}

function installFromPlaywright() {
  if (process.env.CI) return console.log("Playwright's own Chromium is not fetched, because CI is set.")
  console.log("Fetching playwright's own Chromium (npx playwright install chromium) ...")
  if (!run('npx', ['playwright', 'install', 'chromium'])) console.log('It could not be fetched; see its output above.')
}
