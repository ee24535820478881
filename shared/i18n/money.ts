const formats = new Map<string, Intl.NumberFormat>()

/**
 * An amount in minor units (cents) as it is written in a language and country: 995 of EUR is `€9.95`. Formatters are cached. Not part of the
 * translator, since few pages show money.
 */
export function formatMoney(tag: string, minor: number, currency: string): string {
  const key = `${tag} ${currency}`
  const format = formats.get(key) ?? new Intl.NumberFormat(tag, { style: 'currency', currency })
  formats.set(key, format)
  return format.format(minor / 10 ** (format.resolvedOptions().maximumFractionDigits ?? 2))
}
