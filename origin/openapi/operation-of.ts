import { toJsonSchema, type ConversionConfig } from '@valibot/to-json-schema'
import type * as v from 'valibot'
import { ANSWER_TYPES, BODY_TYPES, type Endpoint } from '../../shared/api/endpoint.ts'
import { ERROR_STATUS, type ErrorCode } from '../../shared/api/errors.ts'
import { jsonContent, type Answer, type Content, type Json, type Operation, type Parameter } from './operation.ts'

/** Every answer except 304 names the settings it was made with. */
const VERSION_HEADER = { 'x-config-version': { schema: { type: 'string' }, example: 'velvet=3' } }

/** One endpoint of the contract as OpenAPI describes it. */
export function operationOf(endpoint: Endpoint): Operation {
  return {
    operationId: endpoint.name,
    summary: endpoint.summary,
    'x-caller': endpoint.caller,
    'x-limit': endpoint.limit,
    'x-idempotency': endpoint.idempotency,
    security: endpoint.audience === 'member' ? [{ session: [] }] : [],
    parameters: [...headersOf(endpoint), ...queryOf(endpoint)],
    ...(endpoint.body && { requestBody: { required: true, content: bodyOf(endpoint, endpoint.body) } }),
    responses: { ...successOf(endpoint), ...failuresOf(endpoint) }
  }
}

/** A file has no schema, only a content type, and another service's calls are in its own format. */
function bodyOf({ takes }: Endpoint, body: v.GenericSchema): Content {
  if (takes.kind === 'signed') return { '*/*': { schema: {} } }
  if (takes.kind === 'file') return Object.fromEntries(takes.types.map((type) => [type, { schema: {} }]))
  return { [BODY_TYPES[takes.kind]]: { schema: schemaOf(body, 'input') } }
}

function headersOf(endpoint: Endpoint): Parameter[] {
  const header = (name: string, schema: Json): Parameter => ({ name, in: 'header', required: true, schema })
  return [
    ...(endpoint.header ? [header('X-Client-Request', { const: '1' })] : []),
    ...(endpoint.signature ? [header(endpoint.signature.header, { type: 'string' })] : []),
    ...(endpoint.idempotency === 'key' ? [header('Idempotency-Key', { type: 'string', pattern: '^[A-Za-z0-9_-]{8,80}$' })] : []),
    ...(endpoint.answer === 'events' ? [{ ...header('Last-Event-ID', { type: 'string' }), required: false }] : []),
    ...(endpoint.audience === 'member' ? [{ ...header('X-Expected-Member', { type: 'string' }), required: false }] : [])
  ]
}

function queryOf(endpoint: Endpoint): Parameter[] {
  const { properties = {}, required = [] } = schemaOf(endpoint.query, 'input') as { properties?: Json; required?: string[] }
  return Object.entries(properties).map(([name, schema]) => ({
    name,
    in: 'query',
    required: required.includes(name),
    schema: schema as Json
  }))
}

function successOf(endpoint: Endpoint): Record<string, Answer> {
  const tagged = endpoint.etag !== 'none'
  const headers = tagged ? { ...VERSION_HEADER, etag: { schema: { type: 'string' } } } : VERSION_HEADER
  const bytes = { [ANSWER_TYPES[endpoint.answer]]: { schema: { type: 'string' } } }
  const content = endpoint.answer === 'json' ? jsonContent(schemaOf(endpoint.output, 'output')) : bytes
  return { '200': { description: 'OK', headers, content }, ...(tagged && { '304': { description: 'Not Modified' } }) }
}

/** One answer per status; its description lists the error codes. */
function failuresOf(endpoint: Endpoint): Record<string, Answer> {
  const byStatus = Map.groupBy(codesOf(endpoint), (code) => ERROR_STATUS[code])
  const answers = [...byStatus].map(([status, codes]) => {
    const waits = codes.some((code) => code === 'too_many_requests' || code === 'unavailable')
    const headers = waits ? { 'retry-after': { schema: { type: 'integer' } } } : {}
    return [String(status), { description: codes.join(', '), headers, content: jsonContent({ $ref: '#/components/schemas/Error' }) }]
  })
  return Object.fromEntries(answers)
}

function codesOf(endpoint: Endpoint): ErrorCode[] {
  const codes: ErrorCode[] = [...endpoint.errors, 'invalid', 'not_found', 'too_many_requests', 'internal', 'unavailable']
  if (endpoint.audience === 'member') codes.push('authentication_required', 'member_changed')
  if (endpoint.header) codes.push('client_header_missing')
  if (endpoint.body) codes.push('bad_request', 'bad_json', 'too_large', 'unsupported_media_type')
  return [...new Set(codes)]
}

/** Rules that JSON Schema can't express are left out: they are in the contract. */
export function schemaOf(schema: v.GenericSchema, typeMode: ConversionConfig['typeMode']): Json {
  const { $schema: _, ...json } = toJsonSchema(schema, { target: 'draft-2020-12', typeMode, errorMode: 'ignore' })
  return json
}
