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
    // Before the last tenth, which are files of milliseconds.
    for (const [index, file] of journeys!.entries()) places.set(file, (0.9 * index) / journeys!.length)
    for (const [index, file] of others!.entries()) places.set(file, index / others!.length)
    return await Promise.resolve(files.toSorted((one, other) => places.get(one)! - places.get(other)!))
  }
}

const isJourney = ({ project }: TestSpecification) => project.name === 'journeys'

function byWeight(one: TestSpecification, other: TestSpecification): number {
  return rankOf(one) - rankOf(other) || statSync(other.moduleId).size - statSync(one.moduleId).size
}

function rankOf({ moduleId, project }: TestSpecification): number {
  const waiting = WAITING.findIndex((folder) => folder.test(moduleId))
  if (waiting >= 0) return waiting
  return WAITING.length + (project.name === 'origin' ? 0 : 1)
}
