import { onTestFinished } from 'vitest'
import { cdp } from 'vitest/browser'

/** Letters of this percentage of their usual size until the test ends, as the reader sets it in the browser, on which the breakpoints depend. */
export async function enlargeLetters(percent: number): Promise<void> {
  const browser = cdp() as unknown as { send: (method: string, params: object) => Promise<unknown> }
  const set = (size: number) => browser.send('Page.setFontSizes', { fontSizes: { standard: size } })
  onTestFinished(async () => void (await set(16)))
  await set((16 * percent) / 100)
}
