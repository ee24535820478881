import { openapi } from '../../shared/api/openapi.ts'
import { implement } from '../http/handler.ts'
import { printContract } from './print-contract.ts'

export const handlers = implement(openapi, {
  /** Printed once. */
  getOpenApi: async () => (printed ??= printContract())
})

let printed: ReturnType<typeof printContract> | undefined
