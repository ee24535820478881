import { toJsonSchema, type ConversionConfig } from '@valibot/to-json-schema'
import * as v from 'valibot'
import { ENDPOINTS } from '../../shared/api/contract.ts'
import { ANSWER_TYPES, BODY_TYPES, type Endpoint } from '../../shared/api/endpoint.ts'
import { ERROR_STATUS, type ErrorCode } from '../../shared/api/errors.ts'
import { openapi } from '../../shared/api/openapi.ts'
import { implement } from '../http/handler.ts'

export const handlers = implement(openapi, {
  /** The contract as an OpenAPI 3.1 document, generated once. */
  getOpenApi: async () => (printed ??= printContract())
})

let printed: ReturnType<typeof printContract> | undefined

type Json = Record<string, unknown>

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

/** Every answer except 304 names the settings it was made with. */
const VERSION_HEADER = { 'x-config-version': { schema: { type: 'string' }, example: 'velvet=3' } }

function printContract() {
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

/** OpenAPI has one operation per method and path: endpoints that differ by a query parameter become its alternatives. */
function oneOperation(operations: Operation[]): Operation {
  const [first, ...others] = operations as [Operation, ...Operation[]]
  return others.reduce(
    (one, other) => ({
      ...one,
      operationId: `${one.operationId}_or_${other.operationId}`,
      summary: `${one.summary} · ${other.summary}`,
      security: one.security.length === other.security.length ? one.security : [{}, ...one.security, ...other.security],
      parameters: eitherParameters(one.parameters, other.parameters),
      ...eitherBody(one.requestBody, other.requestBody),
      responses: eitherResponses(one.responses, other.responses)
    }),
    first
  )
}

/** The parameters of both; required if both require them. */
function eitherParameters(some: Parameter[], others: Parameter[]): Parameter[] {
  const names = new Set([...some, ...others].map(({ name }) => name))
  return [...names].map((name) => {
    const same = [some, others].flatMap((list) => list.find((parameter) => parameter.name === name) ?? [])
    return { ...same[0]!, required: same.length === 2 && same.every(({ required }) => required) }
  })
}

function eitherBody(one: Body | undefined, other: Body | undefined): { requestBody?: Body } {
  if (!one || !other) return one || other ? { requestBody: (one ?? other)! } : {}
  return { requestBody: { ...one, content: eitherContent(one.content, other.content) } }
}

function eitherResponses(some: Record<string, Answer>, others: Record<string, Answer>): Record<string, Answer> {
  const both = { ...others, ...some }
  for (const [status, { description, headers, content }] of Object.entries(some)) {
    const other = others[status]
    if (!other) continue
    const codes = new Set([...description.split(', '), ...other.description.split(', ')])
    both[status] = {
      description: [...codes].join(', '),
      headers: { ...other.headers, ...headers },
      ...(content && other.content && { content: eitherContent(content, other.content) })
    }
  }
  return both
}

function eitherContent(one: Content, other: Content): Content {
  const [a, b] = [one['application/json']?.schema, other['application/json']?.schema]
  return JSON.stringify(a) === JSON.stringify(b) ? one : jsonContent({ oneOf: [a, b] })
}

interface Parameter {
  name: string
  in: string
  required: boolean
  schema: Json
}
type Content = Record<string, { schema: Json }>
interface Body {
  required: boolean
  content: Content
}
interface Answer {
  description: string
  headers?: Json
  content?: Content
}
interface Operation extends Json {
  operationId: string
  summary: string
  security: Json[]
  parameters: Parameter[]
  requestBody?: Body
  responses: Record<string, Answer>
}

function operationOf(endpoint: Endpoint): Operation {
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

/** A file has no schema, only a content type, and what another service sends is in a form of its own. */
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

function jsonContent(schema: Json): Content {
  return { 'application/json': { schema } }
}

/** Rules that JSON Schema can't express are left out: they are in the contract. */
function schemaOf(schema: v.GenericSchema, typeMode: ConversionConfig['typeMode']): Json {
  const { $schema: _, ...json } = toJsonSchema(schema, { target: 'draft-2020-12', typeMode, errorMode: 'ignore' })
  return json
}
