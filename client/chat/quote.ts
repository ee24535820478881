import { readDraft, writeDraft } from './drafts.ts'

/** Puts a quotation above the draft of `user`'s message to `member`. Nothing is sent. */
export function startWithQuote(user: string, member: string, words: string): void {
  const quote = `> ${words}\n`
  const begun = readDraft(user, member) ?? ''
  if (!begun.includes(quote)) writeDraft(user, member, quote + begun)
}
