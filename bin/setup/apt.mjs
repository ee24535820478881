import { run, succeeds } from './run.mjs'

/**
 * Installs Debian's packages for a test's browser, and says what it does, or why it cannot.
 * @param what for the messages
 * @param choices lists of packages: the first list that can be installed is used
 */
export function aptInstall(what, ...choices) {
  const sudo = process.getuid?.() === 0 ? [] : ['sudo', '-n']
  if (!succeeds('apt-get', ['--version'])) return console.log(`No apt-get here to install ${what} with.`)
  if (sudo.length > 0 && !succeeds('sudo', ['-n', 'true']))
    return console.log(`Installing ${what} with apt-get needs root, or sudo without a password.`)
  const apt = (...args) => {
    const [command, ...rest] = [...sudo, 'env', 'DEBIAN_FRONTEND=noninteractive', 'apt-get', ...args]
    return run(command, rest)
  }
  const install = () => choices.some((names) => apt('install', '-y', '--no-install-recommends', ...names))
  console.log(`Installing ${what} for the browser tests (apt-get install ${choices.map((names) => names.join(' ')).join(', or ')}) ...`)
  if (install()) return
  console.log("Fetching apt's package lists (apt-get update) and trying again ...")
  if (!apt('update') || !install()) console.log(`apt-get could not install ${what}; see its output above.`)
}
