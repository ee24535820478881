import { MAIL_EVENT_HEADER } from '../../shared/api/notifications.ts'
import type { Entry } from '../../shared/api/entry.ts'
import { verifyBody } from '../../shared/auth/body-signature.ts'
import type { Deps } from '../deps.ts'
import { readText } from './read-request.ts'
import { Refusal } from './refusal.ts'

/** The purpose in the signature of a mail event. */
export const MAIL_EVENT = 'mail-event'

/** Refuses a webhook whose body is not signed with the secret of its service; without a secret nobody may call it. Leaves the body readable. */
export async function checkSignature(deps: Deps, entry: Entry, request: Request): Promise<void> {
  if (entry.caller !== 'webhook') return
  const secret = deps.secrets.mailEvents
  const body = await readText(request.clone())
  const good = secret !== '' && (await verifyBody(secret, MAIL_EVENT, body, request.headers.get(MAIL_EVENT_HEADER), deps.realNow()))
  if (!good) throw new Refusal('bad_signature')
}
