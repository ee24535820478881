import type { PaymentProviders } from './port.ts'
import { sandboxAccount } from './sandbox/account.ts'
import { createSandboxProvider } from './sandbox/sandbox.ts'

/** Where the sandbox runs, and the secret it was started with. */
export interface SandboxPlace {
  url: string
  secret: string
}

/** What the providers are opened with: null or empty means "none". */
export interface ProviderOptions {
  /** Local mode and tests only: it takes no money. */
  sandbox: SandboxPlace | null
  /** Mollie's address in tests; empty: the one that its client knows. */
  mollieUrl?: string
  /** How long a call may take, in ms; default: less than the edge waits. */
  deadline?: number
}

/** Nothing can be bought. */
export const NO_PROVIDERS: ProviderOptions = { sandbox: null }

interface Keeping {
  realNow(): number
  /** The key of a brand at a provider; null if none is stored. */
  keyOf(brand: string, provider: string): Promise<string | null>
}

/**
 * The providers that are set up. Only this folder knows their names; each is loaded when it is first used. A new one is a branch here, its keys in
 * key-shapes.ts, a value of the setting `payment_provider`, and a run of the suite in tests/fixtures/provider-suite.ts.
 */
export function createPaymentProviders({ sandbox, mollieUrl: url, deadline }: ProviderOptions, keeping: Keeping): PaymentProviders {
  return {
    async open(name, brand) {
      if (name === 'mollie') {
        const apiKey = await keeping.keyOf(brand, name)
        if (apiKey === null) return null
        const { createMollieProvider } = await import('./mollie/mollie.ts')
        return createMollieProvider({ apiKey, ...(url && { url }), ...(deadline && { deadline }) })
      }
      if (name !== 'sandbox' || !sandbox) return null
      return createSandboxProvider({
        url: sandbox.url,
        account: sandboxAccount(sandbox.secret, brand),
        realNow: () => keeping.realNow(),
        ...(deadline && { deadline })
      })
    }
  }
}
