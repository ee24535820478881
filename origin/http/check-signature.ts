import type { Endpoint } from '../../shared/api/endpoint.ts'
import { verifyBody } from '../../shared/auth/body-signature.ts'
import type { Deps } from '../deps.ts'
import { readText } from './read-request.ts'
import { HttpError } from './http-error.ts'

/** Refuses a webhook whose body is not signed with the secret of its service; without a secret every call is refused. Leaves the body readable. */
export async function checkSignature(deps: Deps, { signature }: Endpoint, request: Request): Promise<void> {
  if (!signature) return
  const secret = deps.secrets[signature.secret]
  const body = await readText(request.clone())
  const signed = request.headers.get(signature.header)
  const good = secret !== '' && (await verifyBody(secret, signature.purpose, body, signed, deps.realNow()))
  if (!good) throw new HttpError('bad_signature')
}
