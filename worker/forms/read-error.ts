import { ERROR_STATUS, errorBody, type ErrorBody } from '../../shared/api/errors.ts'

export type Refused = ErrorBody['error']

/** Why an endpoint was refused. A failure in other words than ours, such as a proxy's page, is "away" or, with 500, "broken". */
export async function readError(answer: Response): Promise<Refused> {
  const body = (await answer.json().catch(() => null)) as Partial<ErrorBody> | null
  if (body?.error && Object.hasOwn(ERROR_STATUS, body.error.code)) return body.error
  return errorBody(answer.status > 500 ? 'unavailable' : 'internal').error
}

/** Status of the page that tells it: what was typed is wrong (422), unless it is too much (429), another member's, or our own failure. */
export function statusOf({ code }: Refused): number {
  const status = ERROR_STATUS[code]
  return status >= 500 || status === 429 || code === 'member_changed' ? status : 422
}
