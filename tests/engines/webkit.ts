import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { findProgram } from '../../bin/engines.mjs'
import { freePort } from '../../bin/free-port.ts'
import { LOADED, until } from './actions.ts'
import { startProgram } from './process.ts'
import { PHONE, type Engine, type Tab } from './tab.ts'
import { startWatchingProxy } from './watching-proxy.ts'
import { openSession } from './webdriver.ts'

/** Safari's engine: WebKitGTK's MiniBrowser on a virtual screen (Xvfb). */
export const webkit: Engine = { name: 'webkit', start }

/** The hidden toolbar would keep the window wider than a phone: its parts get no size. */
const GTK_STYLE = '* { min-width: 0; min-height: 0; margin: 0; border-width: 0; padding: 0; font-size: 1px }\n'
/** Reduced motion, as in the journeys. */
const GTK_SETTINGS = '[Settings]\ngtk-enable-animations=0\n'
/** Taller than the tallest screenshot. */
const SCREEN = '1400x6000x24'

async function start(): Promise<Tab> {
  const home = await mkdtemp(join(tmpdir(), 'tether-webkit-'))
  await mkdir(join(home, 'gtk-3.0'))
  await writeFile(join(home, 'gtk-3.0', 'gtk.css'), GTK_STYLE)
  await writeFile(join(home, 'gtk-3.0', 'settings.ini'), GTK_SETTINGS)
  // Xvfb picks a free display number and writes it to standard output.
  const screen = startProgram(findProgram('screen')!, ['-displayfd', '1', '-screen', '0', SCREEN, '-nolisten', 'tcp'])
  const [display] = await screen.says(/^\d+$/m)
  const port = await freePort()
  const driver = startProgram(findProgram('webkit')!, [`--port=${port}`], {
    DISPLAY: `:${display}`,
    GDK_BACKEND: 'x11',
    XDG_CONFIG_HOME: home,
    XDG_DATA_HOME: home,
    XDG_CACHE_HOME: home
  })
  const proxy = await startWatchingProxy()
  const { call, end } = await openSession(`http://127.0.0.1:${port}`, {
    'webkitgtk:browserOptions': { args: ['--automation', '--full-screen'] },
    proxy: { proxyType: 'manual', httpProxy: `127.0.0.1:${proxy.port}` }
  })
  const resize = async (width: number, height: number) => {
    await call('POST', '/window/rect', { width, height })
  }
  await resize(PHONE.width, PHONE.height)
  const run = async <T>(expression: string): Promise<T> => {
    const script = `const done = arguments[0]; (async () => (await (${expression})) ?? null)().then((value) => done({ value }), (error) => done({ error: String(error) }))`
    const { value, error } = await call<{ value: T; error?: string }>('POST', '/execute/async', { script, args: [] })
    if (error !== undefined) throw new Error(`${error} in ${expression}`)
    return value
  }
  return {
    resize,
    run,
    async open(url) {
      // The driver may answer while the page before is still there, if that one has just loaded.
      await run('void (window.isBefore = true)')
      await call('POST', '/url', { url })
      await until({ run }, `!window.isBefore && ${LOADED}`)
    },
    async perform(actions) {
      await call('POST', '/actions', { actions })
    },
    async picture() {
      return Buffer.from(await call<string>('GET', '/screenshot'), 'base64')
    },
    async close() {
      await end()
      await driver.stop()
      await screen.stop()
      await proxy.stop()
      await rm(home, { recursive: true, force: true, maxRetries: 5 })
    }
  }
}
