import { startNodeEdge } from '../fixtures/edge.ts'
import { edgeTests } from './suite/all.ts'

edgeTests(startNodeEdge)
