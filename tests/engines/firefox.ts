import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { findProgram } from '../../bin/engines.mjs'
import { connect } from './bidi.ts'
import { LOADED, until } from './actions.ts'
import { startProgram } from './process.ts'
import { PHONE, type Engine, type Tab } from './tab.ts'
import { WATCH } from './watch.ts'

/** The system's Firefox, without windows. It speaks WebDriver BiDi itself, so no geckodriver is needed. */
export const firefox: Engine = { name: 'firefox', start }

/** Reduced motion, as in the journeys. */
const PREFERENCES = { 'ui.prefersReducedMotion': 1 }

async function start(): Promise<Tab> {
  const profile = await mkdtemp(join(tmpdir(), 'tether-firefox-'))
  const lines = Object.entries(PREFERENCES).map(([name, value]) => `user_pref('${name}', ${value})\n`)
  await writeFile(join(profile, 'user.js'), lines.join(''))
  const args = ['--headless', '--no-remote', '--profile', profile, '--remote-debugging-port=0']
  const program = startProgram(findProgram('firefox')!, args)
  const [, address] = await program.says(/WebDriver BiDi listening on (ws:\S+)/)
  const { send, close } = await connect(`${address}/session`)
  await send('session.new', { capabilities: {} })
  const { contexts } = await send<{ contexts: { context: string }[] }>('browsingContext.getTree', {})
  const { context } = contexts[0]!
  await send('script.addPreloadScript', { functionDeclaration: `() => { ${WATCH} }` })
  const resize = async (width: number, height: number) => {
    await send('browsingContext.setViewport', { context, viewport: { width, height } })
  }
  await resize(PHONE.width, PHONE.height)
  const run = async <T>(expression: string) => JSON.parse(await evaluate(send, context, expression)) as T
  return {
    resize,
    async open(url) {
      // `wait: 'complete'` returns while pages that are streamed still load, and the next navigation then fails as aborted.
      await run('void (window.left = true)')
      await send('browsingContext.navigate', { context, url, wait: 'none' })
      await until({ run }, `!window.left && ${LOADED}`)
    },
    run,
    async perform(actions) {
      await send('input.performActions', { context, actions })
    },
    async picture() {
      const { data } = await send<{ data: string }>('browsingContext.captureScreenshot', { context })
      return Buffer.from(data, 'base64')
    },
    async close() {
      await send('browser.close', {})
      close()
      await program.stop()
      await rm(profile, { recursive: true, force: true, maxRetries: 5 })
    }
  }
}

/** The value as JSON, which is simpler than BiDi's own format. */
async function evaluate(send: Awaited<ReturnType<typeof connect>>['send'], context: string, expression: string): Promise<string> {
  const { result, exceptionDetails } = await send<{ result?: { value: string }; exceptionDetails?: { text: string } }>('script.evaluate', {
    expression: `(async () => JSON.stringify((await (${expression})) ?? null))()`,
    target: { context },
    awaitPromise: true
  })
  if (exceptionDetails) throw new Error(`${exceptionDetails.text} in ${expression}`)
  return result!.value
}
