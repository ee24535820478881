import { statSync } from 'node:fs'
import { BaseSequencer, type TestSpecification } from 'vitest/node'

/** Suites that mostly wait, for processes and servers that they start, in the order of their longest files. */
const WAITING = [/\/workerd\//, /\/postgres\//, /\/kill\//]

/**
 * The order of the files: journeys, which keep the processors busy, beside files that wait or use the database, large ones first and the small ones
 * of the other suites last. One suite after another, as vitest would run them, three browsers wait for two processors, and a minute of waiting is
 * left for the end.
 */
export class Order extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const [journeys, others] = [files.filter(isJourney), files.filter((file) => !isJourney(file))].map((list) => list.sort(byWeight))
    const places = new Map<TestSpecification, number>()
    place(journeys!, places, 0.9)
    place(others!, places, 1)
    return await Promise.resolve(files.toSorted((one, other) => places.get(one)! - places.get(other)!))
  }
}

/** Where a file begins among those of its list, by their sizes, as a part of `end`. */
function place(list: readonly TestSpecification[], places: Map<TestSpecification, number>, end: number): void {
  const total = list.reduce((sum, file) => sum + sizeOf(file), 0)
  let before = 0
  for (const file of list) {
    places.set(file, (end * before) / total)
    before += sizeOf(file)
  }
}

const sizeOf = ({ moduleId }: TestSpecification) => statSync(moduleId).size

const isJourney = ({ project }: TestSpecification) => project.name === 'journeys'

function byWeight(one: TestSpecification, other: TestSpecification): number {
  return rankOf(one) - rankOf(other) || sizeOf(other) - sizeOf(one)
}

function rankOf({ moduleId, project }: TestSpecification): number {
  const waiting = WAITING.findIndex((folder) => folder.test(moduleId))
  if (waiting >= 0) return waiting
  return WAITING.length + (project.name === 'origin' ? 0 : 1)
}
