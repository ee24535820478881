import { statSync } from 'node:fs'
import { BaseSequencer, type TestSpecification } from 'vitest/node'

/** Suites in the order in which they run; those that mostly wait, for processes and servers that they start, come first. */
const SUITES = ['engines', 'edge-workerd', 'kill', 'components', 'journeys', 'client', 'unit', 'origin', 'edge', 'architecture']

/** The order of the files: suite by suite, since a process goes on only with a file of the same suite, and in each the large ones first. */
export class Order extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    return await Promise.resolve(files.toSorted((one, other) => rankOf(one) - rankOf(other) || sizeOf(other) - sizeOf(one)))
  }
}

const rankOf = ({ project }: TestSpecification) => SUITES.indexOf(project.name)

const sizeOf = ({ moduleId }: TestSpecification) => statSync(moduleId).size
