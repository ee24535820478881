import { setImmediate as turn } from 'node:timers/promises'
import { expect, test } from 'vitest'
import { soon } from '../../bin/soon.ts'

/** Keeps the event loop busy until `work` has been done for this long, in ms, in steps that let timers run. */
async function busyFor(ms: number): Promise<string> {
  for (const end = performance.now() + ms; performance.now() < end;) {
    for (const step = performance.now() + 5; performance.now() < step;);
    await turn()
  }
  return 'done'
}

test('an immediate result is passed on, and so is an error', async () => {
  expect(await soon(Promise.resolve('done'))).toBe('done')
  await expect(soon(Promise.reject(new Error('gone')))).rejects.toThrow('gone')
})

test('an idle process doesn’t wait long', async () => {
  expect(await soon(new Promise(() => {}))).toBeNull()
})

test('a busy process keeps waiting', async () => {
  expect(await soon(busyFor(500))).toBe('done')
})
