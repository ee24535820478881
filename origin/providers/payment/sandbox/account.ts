import { createHmac, timingSafeEqual } from 'node:crypto'

/** The keys of a brand at the sandbox: one to call it with, and one that signs what it reports. */
export interface SandboxAccount {
  apiKey: string
  webhookSecret: string
}

/** A brand's account at the sandbox that was started with this secret. */
export function sandboxAccount(secret: string, brand: string): SandboxAccount {
  const derive = (purpose: string) => createHmac('sha256', secret).update(`sandbox\n${purpose}\n${brand}`).digest('base64url')
  return { apiKey: `sandbox_${brand}_${derive('api')}`, webhookSecret: derive('webhook') }
}

/** The brand whose key this is; null for any other key. */
export function brandOf(secret: string, apiKey: string): string | null {
  const brand = /^sandbox_([a-z0-9-]+)_[\w-]{43}$/.exec(apiKey)?.[1]
  if (brand === undefined) return null
  const [given, expected] = [Buffer.from(apiKey), Buffer.from(sandboxAccount(secret, brand).apiKey)]
  return given.length === expected.length && timingSafeEqual(given, expected) ? brand : null
}
