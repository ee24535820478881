import { onlineManager } from '@tanstack/react-query'
import { onTestFinished } from 'vitest'

/** For the rest of the test the page is without a connection: queries fail at once, and mutations may wait for one. */
export function goOffline(): void {
  onlineManager.setOnline(false)
  onTestFinished(() => onlineManager.setOnline(true))
}
