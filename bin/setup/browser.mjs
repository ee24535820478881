import { findChromium } from '../chromium.mjs'
import { run, succeeds } from './run.mjs'

/** Finds or installs a Chromium for the browser tests. Without one the other suites still run, and the browser tests fail. */
export function ensureBrowser() {
  const wanted = process.env.CHROMIUM_PATH
  const found = findChromium()
  if (wanted && found !== wanted) console.log(`CHROMIUM_PATH (${wanted}) is no Chromium that starts; looking elsewhere.`)
  if (found) return
  installFromDebian()
  if (findChromium()) return
  installFromPlaywright()
  if (findChromium()) return
  console.log('There is no Chromium and it could not be installed, so the browser tests will fail. Install one, or set CHROMIUM_PATH.')
}

function installFromDebian() {
  const sudo = process.getuid?.() === 0 ? [] : ['sudo', '-n']
  if (!succeeds('apt-get', ['--version'])) return console.log('No apt-get here to install Chromium with.')
  if (sudo.length > 0 && !succeeds('sudo', ['-n', 'true']))
    return console.log('Installing Chromium with apt-get needs root, or sudo without a password.')
  const apt = (...args) => {
    const [command, ...rest] = [...sudo, 'env', 'DEBIAN_FRONTEND=noninteractive', 'apt-get', ...args]
    return run(command, rest)
  }
  // The first is newer in Debian than the second, and not in every distribution.
  const install = () => ['chromium-headless-shell', 'chromium'].some((name) => apt('install', '-y', '--no-install-recommends', name))
  console.log('Installing Chromium for the browser tests (apt-get install chromium-headless-shell, or chromium) ...')
  if (install()) return
  console.log("Fetching apt's package lists (apt-get update) and trying again ...")
  if (!apt('update') || !install()) console.log('apt-get could not install Chromium; what it said stands above.')
}

function installFromPlaywright() {
  if (process.env.CI) return console.log("Playwright's own Chromium is not fetched, because CI is set.")
  console.log("Fetching playwright's own Chromium (npx playwright install chromium) ...")
  if (!run('npx', ['playwright', 'install', 'chromium'])) console.log('It could not be fetched; what playwright said stands above.')
}
