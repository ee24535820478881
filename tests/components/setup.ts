// First of all, as in the product: it sets the order of the layers, which otherwise is that of the parts that a test imports.
import '../../client/styles/index.css'
import { afterEach } from 'vitest'
import { tidyUp } from './mount.tsx'
import { withoutOwnerStacks } from './owner-stacks.ts'

withoutOwnerStacks()
// Here and not beside it: the files share one page, and only the setup runs again for each of them.
afterEach(tidyUp)
