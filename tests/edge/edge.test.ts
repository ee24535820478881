import { startNodeEdge } from '../world/edge.ts'
import { edgeTests } from './suite/all.ts'

edgeTests(startNodeEdge)
