import type { Message } from '../../shared/api/message.ts'
import type { MessageKey } from '../site/site.tsx'
import { wordsOf } from './message-parts.ts'

/** A message in a few words where it is quoted: its text, otherwise what it is. */
export function shortOf(t: (key: MessageKey) => string, content: Message['content']): string {
  return wordsOf(content) || t(content.type === 'text' ? 'chat.removed' : `chats.${content.type}`)
}
