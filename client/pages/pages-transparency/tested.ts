import tested from './tested.json'

/** The figures of the last long tests of what we promise. The tests write them (tests/fixtures/tested.ts) after passing at full length. */
export interface Tested {
  /** `npm run test:kill`: the day, how often servers and database were killed, and how many acknowledged writes there were. */
  kills: { date: string; kills: number; writes: number }
  /** `npm run test:model`: the day, and how many operations were compared with a model of the books. */
  books: { date: string; operations: number }
}

export const TESTED: Tested = tested
