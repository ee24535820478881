import { Validator } from '@seriousme/openapi-schema-validator'
import * as v from 'valibot'
import { expect, test } from 'vitest'
import { ENDPOINTS } from '../../shared/api/contract.ts'
import { ERROR_STATUS, type ErrorCode } from '../../shared/api/errors.ts'
import { sharedOrigin } from '../fixtures/shared-origin.ts'

const origin = sharedOrigin()

// The parts of OpenAPI 3.1 that the document uses; anything else in it fails.
const JsonSchema = v.looseObject({ $schema: v.optional(v.never()) })
const Media = v.strictObject({ schema: JsonSchema })
const Content = v.record(
  v.picklist(['application/json', 'text/event-stream', 'image/jpeg', 'image/png', 'image/webp', 'application/zip', '*/*']),
  Media
)
const Header = v.strictObject({ schema: JsonSchema, example: v.optional(v.string()) })
const Parameter = v.strictObject({ name: v.string(), in: v.picklist(['query', 'header']), required: v.boolean(), schema: JsonSchema })
const Operation = v.strictObject({
  operationId: v.string(),
  summary: v.string(),
  'x-caller': v.string(),
  'x-limit': v.string(),
  'x-idempotency': v.string(),
  security: v.array(v.strictObject({ session: v.optional(v.array(v.never())) })),
  parameters: v.array(Parameter),
  requestBody: v.optional(v.strictObject({ required: v.literal(true), content: Content })),
  responses: v.record(
    v.pipe(v.string(), v.regex(/^[2345]\d\d$/)),
    v.strictObject({ description: v.string(), headers: v.optional(v.record(v.string(), Header)), content: v.optional(Content) })
  )
})
const Document = v.strictObject({
  openapi: v.literal('3.1.0'),
  info: v.strictObject({ title: v.string(), version: v.string() }),
  jsonSchemaDialect: v.literal('https://json-schema.org/draft/2020-12/schema'),
  servers: v.array(v.strictObject({ url: v.string() })),
  paths: v.record(v.pipe(v.string(), v.startsWith('/api/')), v.record(v.picklist(['get', 'post', 'put', 'delete']), Operation)),
  components: v.strictObject({
    schemas: v.strictObject({ Error: JsonSchema }),
    securitySchemes: v.strictObject({ session: v.strictObject({ type: v.literal('apiKey'), in: v.literal('cookie'), name: v.string() }) })
  })
})

const isAlone = (path: string, method: string) => ENDPOINTS.filter((one) => one.path === path && one.method === method).length === 1

test('the contract is generated as OpenAPI 3.1: every endpoint once, under its own path and method', async () => {
  const answer = await origin.call('getOpenApi')
  expect(answer.headers.get('content-type')).toBe('application/json; charset=utf-8')
  const document = v.parse(Document, answer.body)
  const operations = Object.entries(document.paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, operation]) => [path, method.toUpperCase(), operation] as const)
  )
  // Endpoints that differ by a query parameter are one operation.
  const names = (list: readonly (readonly [string, string, { operationId: string }])[]) =>
    list.flatMap(([path, method, { operationId }]) => operationId.split('_or_').map((name) => `${name} ${method} ${path}`)).toSorted()
  expect(names(operations)).toEqual(ENDPOINTS.map((endpoint) => `${endpoint.name} ${endpoint.method} ${endpoint.path}`).toSorted())
  expect(new Set(operations.map(([, , operation]) => operation.operationId)).size).toBe(operations.length)
})

test('the document is valid by the official schema of OpenAPI 3.1', async () => {
  const validator = new Validator()
  const { valid, errors } = await validator.validate((await origin.call('getOpenApi')).body)
  expect(errors ?? []).toEqual([])
  expect(valid).toBe(true)
  expect(validator.version).toBe('3.1')
})

test('every operation documents its headers, its body and every error it can return', async () => {
  const document = v.parse(Document, (await origin.call('getOpenApi')).body)
  for (const endpoint of ENDPOINTS.filter(({ path, method }) => isAlone(path, method))) {
    const operation = document.paths[endpoint.path]?.[endpoint.method.toLowerCase() as 'get']
    const headers = operation?.parameters.filter((parameter) => parameter.in === 'header' && parameter.required).map(({ name }) => name)
    expect([endpoint.name, headers]).toEqual([
      endpoint.name,
      [
        ...(endpoint.header ? ['X-Client-Request'] : []),
        ...(endpoint.signature ? [endpoint.signature.header] : []),
        ...(endpoint.idempotency === 'key' ? ['Idempotency-Key'] : [])
      ]
    ])
    expect(operation?.requestBody !== undefined).toBe(endpoint.body !== undefined)
    const described = (code: ErrorCode) => operation?.responses[String(ERROR_STATUS[code])]?.description.split(', ')
    for (const code of [...endpoint.errors, 'invalid', 'internal', 'unavailable', 'too_many_requests'] as const)
      expect(described(code)).toContain(code)
    expect(operation?.security).toEqual(endpoint.audience === 'member' ? [{ session: [] }] : [])
  }
})

test('endpoints that differ by a query parameter are alternatives of one operation', async () => {
  const document = v.parse(Document, (await origin.call('getOpenApi')).body)
  const operation = document.paths['/api/user.php']!['post']!
  expect(operation.operationId).toBe('login_or_subscribePush')
  expect(operation.security).toEqual([{}, { session: [] }])
  expect(operation.parameters.map(({ name, required }) => [name, required])).toEqual([
    ['X-Client-Request', true],
    ['X-Expected-Member', false],
    ['push', false]
  ])
  expect(operation.requestBody?.content['application/json']?.schema).toMatchObject({
    oneOf: [{ required: ['credentials'] }, { required: ['subscription'] }]
  })
  expect(operation.responses['200']?.content?.['application/json']?.schema).toMatchObject({
    oneOf: [{ required: ['user', 'now'] }, { required: ['subscribed'] }]
  })
  expect(operation.responses['422']?.description.split(', ')).toEqual(expect.arrayContaining(['login_failed', 'invalid']))
})

test('a schema in the document says what the contract checks', async () => {
  const document = v.parse(Document, (await origin.call('getOpenApi')).body)
  const signUp = document.paths['/api/signup.php']?.['post']
  expect(signUp?.requestBody?.content['application/json']?.schema).toMatchObject({
    type: 'object',
    additionalProperties: false,
    required: expect.arrayContaining(['email', 'password', 'consent_terms']),
    properties: { password: { type: 'string', minLength: 10, maxLength: 128 }, gender: { enum: ['woman', 'man', 'couple', 'other'] } }
  })
  expect(document.paths['/api/members.php']?.['get']?.parameters.map(({ name }) => name)).toEqual([
    'gender',
    'looking_for',
    'country',
    'countryregion',
    'min_age',
    'max_age',
    'fictional',
    'page',
    'after'
  ])
  expect(document.components.schemas.Error).toMatchObject({
    required: ['error'],
    properties: { error: { required: ['code', 'message_key', 'params'] } }
  })
})
