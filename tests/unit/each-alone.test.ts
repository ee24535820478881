import { expect, test } from 'vitest'
import { eachAlone } from '../../origin/jobs/each-alone.ts'

test('items that always fail don’t stop the others from being done, however many come first', async () => {
  const failures: unknown[] = []
  const log = { warn: (fields: unknown) => void failures.push(fields) } as unknown as Parameters<typeof eachAlone>[0]['log']
  const done = new Set<number>()
  const due = Array.from({ length: 40 }, (_, index) => index)
  const run = () =>
    eachAlone({ log }, due, async (item) => {
      if (item < 20) throw new Error('always fails')
      done.add(item)
      return true
    })
  for (let runs = 0; runs < 200; runs += 1) await run()
  expect([...done].toSorted((one, other) => one - other)).toEqual(due.slice(20))
  // Each run still gives up: what all of them depend on may be unavailable.
  expect(failures).toHaveLength(200 * 10)
})
