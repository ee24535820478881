import type { ChatListEntry } from '../../shared/api/chats.ts'
import { cardPresenter } from '../members/present-card.ts'
import type { CardRow } from '../members/store.ts'
import type { MemberScope } from '../members/viewer-scope.ts'
import { presentLast } from './present-message.ts'
import type { ListRow } from './list-store.ts'

/** Makes the entries of a list of conversations; the profile is null if the other member isn't among `cards`: no longer visible to the viewer. */
export function chatPresenter(scope: MemberScope, cards: ReadonlyMap<number, CardRow>): (row: ListRow) => ChatListEntry {
  const present = cardPresenter(scope)
  return (row) => {
    const card = cards.get(row.other_id)
    return {
      conversation_id: row.public_id,
      profile_id: card?.public_id ?? null,
      profile: card ? present(card) : null,
      num_unread_messages: row.unread,
      muted: row.muted,
      last_message: lastOf(row, scope.viewer.id)
    }
  }
}

function lastOf({ position, at, text, content, author, sender_id: sender }: ListRow, viewer: number): ChatListEntry['last_message'] {
  if (position === null || at === null) return null
  return { position, content: presentLast(text ?? '', content), ...(author && { author }), at: at.toISOString(), mine: sender === viewer }
}
