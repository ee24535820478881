import { ERROR_STATUS, errorBody, type ErrorBody } from '../../shared/api/errors.ts'

export type Refused = ErrorBody['error']

/** Why a call was refused. A failure in a foreign format, such as a proxy's page, counts as "unavailable" or, with status 500, as "internal". */
export async function readError(answer: Response): Promise<Refused> {
  const body = (await answer.json().catch(() => null)) as Partial<ErrorBody> | null
  if (body?.error && Object.hasOwn(ERROR_STATUS, body.error.code)) return body.error
  return errorBody(answer.status > 500 ? 'unavailable' : 'internal').error
}

/** Status of the page that shows it: invalid input (422), unless it is a rate limit (429), another member's session, or our own failure. */
export function statusOf({ code }: Refused): number {
  const status = ERROR_STATUS[code]
  return status >= 500 || status === 429 || code === 'member_changed' ? status : 422
}
