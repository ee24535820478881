import { signBody, verifyBody } from './body-signature.ts'

/** Header of `POST /__edge/changed`: `t=<real ms>,v1=<mac>`. */
export const PUSH_HEADER = 'x-edge-signature'

const PURPOSE = 'changed'

/**
 * The value of `x-edge-signature` for a push to an edge.
 * @param secret shared by edge and origin
 * @param body the JSON as it is sent: `{"tenant": id, "version": n}`
 * @param now real time in ms
 */
export async function signPush(secret: string, body: string, now: number): Promise<string> {
  return await signBody(secret, PURPOSE, body, now)
}

/** Was this body signed with the secret within the last minute? */
export async function verifyPush(secret: string, body: string, signature: string | null, now: number): Promise<boolean> {
  return await verifyBody(secret, PURPOSE, body, signature, now)
}
