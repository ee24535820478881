/** The tracking query of docs/requirements.tsv, kept for the visit in the `visit` cookie and stored with a new account. */
export const TRACKING_KEYS = ['network', 'ref', 'sub1', 'sub2', 'sub3'] as const

export type Tracking = Partial<Record<(typeof TRACKING_KEYS)[number] | 'lb', string>>

const VALUE = /^[A-Za-z0-9._-]{1,64}$/

/** The tracking values of a query; malformed values are dropped. Null when there is none. */
export function trackingOf(query: URLSearchParams): Tracking | null {
  const tracking: Tracking = {}
  for (const key of [...TRACKING_KEYS, 'lb'] as const) {
    const value = query.get(key)
    if (value !== null && VALUE.test(value)) tracking[key] = value
  }
  return Object.keys(tracking).length > 0 ? tracking : null
}

/** A traffic source is a `network` or `ref`; if the tenant lists campaigns, it must be one of them. */
export function hasTrafficSource(tracking: Tracking | null, campaigns: readonly string[]): boolean {
  const sources = [tracking?.network, tracking?.ref].filter((source) => source !== undefined)
  return campaigns.length === 0 ? sources.length > 0 : sources.some((source) => campaigns.includes(source))
}
