import type * as v from 'valibot'
import { BODY_LIMIT, BODY_TYPES } from '../../shared/api/endpoint.ts'
import { fieldError, type ErrorParams, type FieldError } from '../../shared/api/errors.ts'
import { validate } from '../../shared/api/validate.ts'
import { HttpError } from './http-error.ts'

/** Maximum nesting of objects and lists. */
const DEPTH_MAX = 16
/** Maximum number of parts of an object or a list, twice what any form has: each could be wrong, and have its own error in the answer. */
const PARTS_MAX = 200

const TYPE = /^([\w/.+-]+)(?:\s*;\s*charset="?utf-8"?)?\s*$/i

/** The form of our own field names; anything else is user input and not repeated in errors. */
const FIELD_NAME = /^[A-Za-z0-9_.-]{1,64}$/

/** The query by name. Throws an HttpError when a name appears twice. */
export function readQuery(url: URL): Record<string, string> {
  return fieldsByName(url.searchParams)
}

function fieldsByName(fields: URLSearchParams): Record<string, string> {
  const names = [...fields.keys()]
  const doubled = names.find((name, index) => names.indexOf(name) !== index)
  if (doubled !== undefined) throw invalid([fieldError(doubled, 'invalid')])
  return Object.fromEntries(fields)
}

/** The object in the body; for a form, its fields by name. Throws an HttpError for another content type and for more than 64 KiB. */
export async function readBody(request: Request, kind: keyof typeof BODY_TYPES): Promise<object> {
  const type = TYPE.exec(request.headers.get('content-type') ?? '')?.[1]
  if (type?.toLowerCase() !== BODY_TYPES[kind]) throw new HttpError('unsupported_media_type')
  const text = await readText(request)
  return kind === 'form' ? fieldsByName(new URLSearchParams(text)) : objectIn(text)
}

/** The body as it arrived, for a handler that checks its signature. Throws an HttpError for more than 64 KiB and for invalid UTF-8. */
export async function readSigned(request: Request, header: string) {
  const { headers } = request
  return { text: await readText(request), content_type: headers.get('content-type') ?? '', signature: headers.get(header) }
}

/** Throws an HttpError for invalid JSON, nesting deeper than 16, more than 200 parts side by side, and JSON that isn't an object. */
function objectIn(text: string): object {
  let value: unknown
  try {
    value = JSON.parse(text)
  } catch {
    throw new HttpError('bad_json')
  }
  if (isLargerThan(value, DEPTH_MAX)) throw new HttpError('bad_json')
  if (value === null || typeof value !== 'object' || Array.isArray(value)) throw invalid([fieldError('', 'invalid')])
  return value
}

/** The body as text. Throws an HttpError for more than 64 KiB and for invalid UTF-8. */
export async function readText(request: Request): Promise<string> {
  return decode(await readBytes(request, BODY_LIMIT))
}

/** The value a schema makes of the input. Throws an HttpError with an error for each field. */
export function parseInput<S extends v.GenericSchema>(schema: S, input: unknown, params: ErrorParams): v.InferOutput<S> {
  const result = validate(schema, input, params)
  if (!result.ok) throw invalid(result.fields)
  return result.value
}

/** Input that is readable but refused. */
function invalid(fields: FieldError[]): HttpError {
  return new HttpError('invalid', { fields: fields.map((error) => (FIELD_NAME.test(error.field) ? error : { ...error, field: '' })) })
}

/**
 * The bytes of the body. Throws an HttpError when there are more than `max` or the body breaks off.
 * @param onChunk called with the size of each chunk; an error it throws ends the reading
 */
export async function readBytes(request: Request, max: number, onChunk: (size: number) => void = () => {}): Promise<Uint8Array> {
  if (Number(request.headers.get('content-length') ?? 0) > max) throw new HttpError('too_large')
  const chunks: Uint8Array[] = []
  let size = 0
  try {
    for await (const chunk of request.body ?? []) {
      size += chunk.byteLength
      // Counted, because the length that a client declares may be missing or wrong.
      if (size > max) throw new HttpError('too_large')
      onChunk(chunk.byteLength)
      chunks.push(chunk)
    }
  } catch (error) {
    // A body that breaks off in the middle is the client's fault.
    throw error instanceof HttpError ? error : new HttpError('bad_request')
  }
  return Buffer.concat(chunks)
}

function decode(bytes: Uint8Array): string {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes)
  } catch {
    throw new HttpError('bad_json')
  }
}

function isLargerThan(value: unknown, levels: number): boolean {
  if (value === null || typeof value !== 'object') return false
  const parts = Object.values(value)
  return levels === 0 || parts.length > PARTS_MAX || parts.some((part) => isLargerThan(part, levels - 1))
}
