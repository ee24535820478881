export type Json = Record<string, unknown>

export interface Parameter {
  name: string
  in: string
  required: boolean
  schema: Json
}
export type Content = Record<string, { schema: Json }>
export interface Body {
  required: boolean
  content: Content
}
export interface Answer {
  description: string
  headers?: Json
  content?: Content
}
export interface Operation extends Json {
  operationId: string
  summary: string
  security: Json[]
  parameters: Parameter[]
  requestBody?: Body
  responses: Record<string, Answer>
}

/** A body or an answer in JSON. */
export function jsonContent(schema: Json): Content {
  return { 'application/json': { schema } }
}
