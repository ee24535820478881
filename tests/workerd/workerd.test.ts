import { edgeTests } from '../edge/suite/all.ts'
import { startWorkerd } from '../fixtures/workerd.ts'

edgeTests(startWorkerd)
