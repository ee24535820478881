/** What keys of a provider look like, and which of them take no money. */
const SHAPES: Readonly<Record<string, { shape: RegExp; looks: string; test: RegExp }>> = {
  mollie: { shape: /^(live|test)_[A-Za-z0-9]{20,}$/, looks: 'live_… or test_…, as the dashboard shows it', test: /^test_/ }
}

/** Providers that a brand has a key for. */
export const KEYED_PROVIDERS: readonly string[] = Object.keys(SHAPES)

/** What is wrong with a key; null if it looks like one of this provider's. It reveals nothing of its value. */
export function faultOfKey(provider: string, key: string): string | null {
  const known = SHAPES[provider]!
  return known.shape.test(key) ? null : `That is not a key of ${provider}: it looks like ${known.looks}.`
}

/** Does this key move money, or is it a test key? */
export function modeOfKey(provider: string, key: string): 'live' | 'test' {
  return SHAPES[provider]!.test.test(key) ? 'test' : 'live'
}
