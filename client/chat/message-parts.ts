import type { Bubble } from './conversation.ts'
import type { LastContent, Message } from '../../shared/api/message.ts'

/** The words of a message: its text, or the note with a gift. */
export function wordsOf(content: LastContent | Message['content']): string {
  return (content.type === 'text' ? content.text : content.type === 'gift' && content.note) || ''
}

/** Was the message taken back, or removed? */
export function isRemoved(content: Message['content']): boolean {
  return content.type === 'text' ? content.text === '' : content.type === 'photo' && content.state === 'gone'
}

/** Is there something that can be done with the message? Not before the server has it, nor once it is removed. */
export function hasOptions({ id, content }: Pick<Bubble, 'id' | 'content'>): boolean {
  return id !== null && !isRemoved(content)
}

/** A piece of a message: words, or a web address in them. */
export type MessagePart = { text: string; link: null } | { text: string; link: URL }

/** What looks like a web address, up to the next space. Only http and https: nothing that runs. */
const ADDRESS = /(?:https?:\/\/|www\.)[^\s<>"]+/giu
/** Punctuation after an address that belongs to the sentence. */
const AFTER = /[.,;:!?'’”»)\]}]+$/u

/** Splits a text into words and the web addresses in it. Joined again, the pieces are the text. */
export function messageParts(text: string): MessagePart[] {
  const parts: MessagePart[] = []
  let done = 0
  for (const match of text.matchAll(ADDRESS)) {
    const address = match[0].replace(AFTER, '')
    const link = linkOf(address)
    if (!link) continue
    if (match.index > done) parts.push({ text: text.slice(done, match.index), link: null })
    parts.push({ text: address, link })
    done = match.index + address.length
  }
  if (done < text.length) parts.push({ text: text.slice(done), link: null })
  return parts
}

function linkOf(address: string): URL | null {
  const written = /^www\./i.test(address) ? `https://${address}` : address
  // A name before an @ makes an address look like another one: https://bank.example@elsewhere.example
  if (!URL.canParse(written)) return null
  const url = new URL(written)
  return url.username === '' && url.hostname.includes('.') ? url : null
}

const EMOJI = /^(?:\p{Extended_Pictographic}|\p{Emoji_Modifier}|\p{RI}|\u200D|\uFE0F|\u20E3|\s)+$/u
/** At most this many emoji are shown big. */
const MOST = 3

/** Is a message nothing but one to three emoji? Then they are shown big. */
export function isEmojiAlone(text: string): boolean {
  if (text.length > 64 || !EMOJI.test(text) || !/\p{Extended_Pictographic}|\p{RI}/u.test(text)) return false
  const one =
    /\p{RI}{2}|\p{Extended_Pictographic}(?:\uFE0F|\p{Emoji_Modifier})*(?:\u200D\p{Extended_Pictographic}(?:\uFE0F|\p{Emoji_Modifier})*)*/gu
  return (text.match(one)?.length ?? 0) <= MOST
}
