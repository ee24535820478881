import { DRAFT_PREFIX } from '../session/device-keys.ts'

/** Begins what `user` writes to `member` with a quotation, above what they may have begun already. Nothing is sent. */
export function startWithQuote(user: string, member: string, words: string): void {
  const key = `${DRAFT_PREFIX}${user}:${member}`
  const quote = `> ${words}\n`
  try {
    const begun = sessionStorage.getItem(key) ?? ''
    if (!begun.includes(quote)) sessionStorage.setItem(key, quote + begun)
  } catch {
    // Without storage the composer opens empty.
  }
}
