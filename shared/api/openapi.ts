import * as v from 'valibot'
import { contract } from './endpoint.ts'
import { NoBody, NoQuery } from './values.ts'

export const openapi = contract({
  getOpenApi: {
    method: 'GET',
    path: '/api/openapi.json',
    summary: 'This contract as OpenAPI 3.1.',
    audience: 'anyone',
    query: NoQuery,
    body: NoBody,
    output: v.looseObject({ openapi: v.string() })
  }
})
