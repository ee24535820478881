import { edgeTests, runtimeTests } from '../edge/suite/all.ts'
import { isLong } from '../fixtures/long.ts'
import { startWorkerd } from '../fixtures/workerd.ts'

// Before a release every suite runs in workerd, too.
if (isLong) edgeTests(startWorkerd)
else runtimeTests(startWorkerd)
