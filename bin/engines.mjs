import { accessSync, constants } from 'node:fs'
import { delimiter, join } from 'node:path'

/** The programs that `npm run test:engines` needs, each with its possible names and Debian's package. */
export const programs = {
  firefox: { names: ['firefox-esr', 'firefox'], package: 'firefox-esr' },
  webkit: { names: ['WebKitWebDriver'], package: 'webkit2gtk-driver' },
  /** A screen in memory: WebKitGTK needs one. */
  screen: { names: ['Xvfb'], package: 'xvfb' }
}

/** Path of the program on the PATH; null if it isn't there. */
export function findProgram(name) {
  const folders = (process.env.PATH ?? '').split(delimiter).filter(Boolean)
  return programs[name].names.flatMap((file) => folders.map((folder) => join(folder, file))).find(isProgram) ?? null
}

/** Debian's packages of the programs that are missing. */
export function missingPackages() {
  return Object.keys(programs)
    .filter((name) => findProgram(name) === null)
    .map((name) => programs[name].package)
}

function isProgram(path) {
  try {
    accessSync(path, constants.X_OK)
    return true
  } catch {
    return false
  }
}
