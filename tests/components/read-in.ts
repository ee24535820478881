import { onTestFinished } from 'vitest'
import { cdp } from 'vitest/browser'
import type { Protocol } from './open-conversation.ts'

/** Puts the reader into another time zone for the rest of this test. */
export async function readIn(timezoneId: string): Promise<void> {
  const browser = cdp() as unknown as Protocol
  await browser.send('Emulation.setTimezoneOverride', { timezoneId })
  onTestFinished(async () => void (await browser.send('Emulation.setTimezoneOverride', { timezoneId: '' })))
}
