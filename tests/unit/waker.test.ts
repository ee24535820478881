import { expect, test } from 'vitest'
import { createWaker } from '../../origin/jobs/waker.ts'
import type { Deps } from '../../origin/deps.ts'

const warned: string[] = []
const deps = { db: {}, delivers: true, log: { warn: (_: unknown, line: string) => warned.push(line) } } as unknown as Deps

test('work that is woken a thousand times while it runs is run once more, and again after a failure', async () => {
  const runs: PromiseWithResolvers<void>[] = []
  const { wake, idle } = createWaker(() => {
    runs.push(Promise.withResolvers())
    return runs.at(-1)!.promise
  }, 'it waits')
  wake(deps)
  await Promise.resolve()
  for (let times = 0; times < 1000; times++) wake(deps)
  expect(runs).toHaveLength(1)
  runs[0]!.reject(new Error('away'))
  await expect.poll(() => runs.length).toBe(2)
  wake(deps)
  runs[1]!.resolve()
  await expect.poll(() => runs.length).toBe(3)
  runs[2]!.resolve()
  await idle(deps)
  expect([runs.length, warned]).toEqual([3, ['it waits']])
})
