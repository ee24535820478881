import { spawnSync } from 'node:child_process'
import { accessSync, constants } from 'node:fs'
import { createRequire } from 'node:module'
import { delimiter, join } from 'node:path'

/** Arguments for every Chromium that we start: it also runs as root in a container, and makes no network requests of its own. */
export const chromiumArgs = [
  '--no-sandbox',
  '--disable-background-networking',
  '--disable-breakpad',
  '--disable-client-side-phishing-detection',
  '--disable-component-update',
  '--disable-default-apps',
  '--disable-dev-shm-usage',
  '--disable-domain-reliability',
  '--disable-sync',
  '--metrics-recording-only',
  '--no-default-browser-check',
  '--no-first-run',
  '--no-pings'
]

/** The first draws no windows, and needs a sixth less processor time for the same pages. */
const names = ['chromium-headless-shell', 'chromium', 'chromium-browser', 'google-chrome']

/** Path of a Chromium that starts here: CHROMIUM_PATH, otherwise one on the PATH, otherwise playwright's own download; null if there is none. */
export function findChromium() {
  const onPath = (process.env.PATH ?? '').split(delimiter).filter(Boolean)
  const found = names.flatMap((name) => onPath.map((folder) => join(folder, name)))
  return [process.env.CHROMIUM_PATH, ...found, playwrightsOwn()].find((path) => path && starts(path)) ?? null
}

/** Whether the file is a browser that starts; Ubuntu's `chromium-browser`, for one, may only say that a snap is missing. */
function starts(path) {
  try {
    accessSync(path, constants.X_OK)
  } catch {
    return false
  }
  const answer = spawnSync(path, ['--version'], { encoding: 'utf8', timeout: 20_000 })
  return answer.status === 0 && /chrom/i.test(answer.stdout)
}

function playwrightsOwn() {
  try {
    return createRequire(import.meta.url)('playwright').chromium.executablePath()
  } catch {
    return null // the packages are not installed
  }
}
