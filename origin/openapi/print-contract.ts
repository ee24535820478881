import * as v from 'valibot'
import { ENDPOINTS } from '../../shared/api/contract.ts'
import type { Endpoint } from '../../shared/api/endpoint.ts'
import { ERROR_STATUS, type ErrorCode } from '../../shared/api/errors.ts'
import { oneOperation } from './one-operation.ts'
import type { Json } from './operation.ts'
import { operationOf, schemaOf } from './operation-of.ts'

const ErrorSchema = v.strictObject({
  error: v.strictObject({
    code: v.picklist(Object.keys(ERROR_STATUS) as ErrorCode[]),
    message_key: v.string(),
    params: v.record(v.string(), v.union([v.string(), v.number()])),
    fields: v.optional(
      v.array(
        v.strictObject({
          field: v.string(),
          code: v.string(),
          message_key: v.string(),
          params: v.record(v.string(), v.union([v.string(), v.number()]))
        })
      )
    )
  })
})

/** The contract as an OpenAPI 3.1 document. */
export function printContract() {
  const paths: Record<string, Json> = {}
  for (const [path, endpoints] of Map.groupBy(ENDPOINTS, (endpoint) => endpoint.path)) {
    const methods = Map.groupBy(endpoints, ({ method }) => method.toLowerCase())
    paths[path] = Object.fromEntries([...methods].map(([method, same]) => [method, oneOperation(inOrder(same).map(operationOf))]))
  }
  return {
    openapi: '3.1.0',
    info: { title: 'Tether', version: '1' },
    jsonSchemaDialect: 'https://json-schema.org/draft/2020-12/schema',
    servers: [{ url: '/' }],
    paths,
    components: {
      schemas: { Error: schemaOf(ErrorSchema, 'output') },
      securitySchemes: { session: { type: 'apiKey', in: 'cookie', name: 'auth' } }
    }
  }
}

/** The endpoint that needs no query parameter comes first. */
const inOrder = (endpoints: Endpoint[]) => endpoints.toSorted((one, other) => Number(one.when !== '') - Number(other.when !== ''))
