import { readDraft, writeDraft } from './drafts.ts'

/** Begins what `user` writes to `member` with a quotation, above what they may have begun already. Nothing is sent. */
export function startWithQuote(user: string, member: string, words: string): void {
  const quote = `> ${words}\n`
  const begun = readDraft(user, member) ?? ''
  if (!begun.includes(quote)) writeDraft(user, member, quote + begun)
}
