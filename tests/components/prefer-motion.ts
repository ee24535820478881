import { onTestFinished } from 'vitest'
import { cdp } from 'vitest/browser'

/** What the reader has set about motion, until the test ends, by the browser's own protocol. */
export async function preferMotion(value: string): Promise<void> {
  const browser = cdp() as unknown as { send: (method: string, params: object) => Promise<unknown> }
  const set = async (to: string) => {
    await browser.send('Emulation.setEmulatedMedia', { features: [{ name: 'prefers-reduced-motion', value: to }] })
  }
  onTestFinished(() => set('reduce'))
  await set(value)
}
