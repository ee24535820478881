import { edgeTests } from '../edge/suite/all.ts'
import { startWorkerd } from '../world/workerd.ts'

edgeTests(startWorkerd)
