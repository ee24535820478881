import { onTestFinished } from 'vitest'
import { cdp } from 'vitest/browser'

/** What the reader has set about a feature such as `prefers-reduced-motion` or `forced-colors`, until the test ends, by the browser's own protocol. */
export async function emulateMedia(feature: string, value: string): Promise<void> {
  const browser = cdp() as unknown as { send: (method: string, params: object) => Promise<unknown> }
  const set = async (features: Record<string, string>) => {
    const all = Object.entries({ 'prefers-reduced-motion': 'reduce', ...features })
    await browser.send('Emulation.setEmulatedMedia', { features: all.map(([name, to]) => ({ name, value: to })) })
  }
  onTestFinished(() => set({ [feature]: '' }).then(() => set({})))
  await set({ [feature]: value })
}
