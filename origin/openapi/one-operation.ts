import { jsonContent, type Answer, type Body, type Content, type Operation, type Parameter } from './operation.ts'

/** OpenAPI has one operation per method and path: endpoints that differ by a query parameter become its alternatives. */
export function oneOperation(operations: Operation[]): Operation {
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
