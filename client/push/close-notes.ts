import type { QueryClient } from '@tanstack/react-query'
import { href } from '../../shared/routes/match.ts'
import { MAILED_KINDS, NEWS } from '../../shared/rules/news.ts'
import { queryOf } from '../api/queries.ts'
import { isSessionOver } from '../session/session-end.ts'
import { knownUser } from '../session/when-user.ts'

/**
 * Closes notifications on this device once what they announce has been seen, here or elsewhere: those of a kind with nothing new, and those of a
 * conversation that has been read.
 */
export function closeSeenNotes(queryClient: QueryClient): void {
  let checked: { counts: string; list: unknown } | null = null
  const check = () => {
    const user = knownUser(queryClient)
    if (!user || isSessionOver()) return
    const counts = MAILED_KINDS.map((kind) => user[NEWS[kind].counter])
    const list = queryClient.getQueryData(queryOf('listChats').queryKey)
    // Only when something has changed: a push may be shown before its news has reached the page.
    if (checked?.counts === String(counts) && checked.list === list) return
    checked = { counts: String(counts), list }
    const seen = MAILED_KINDS.filter((_, index) => counts[index] === 0).flatMap((kind): string[] => [...NEWS[kind].pushes])
    const read = list?.chats.flatMap((chat) => (chat.num_unread_messages ? [] : [href('chats-id', { id: chat.conversation_id })]))
    void close(({ tag, data }) => seen.includes(tag) || read?.includes(String(data)) === true)
  }
  check()
  queryClient.getQueryCache().subscribe(check)
}

async function close(isSeen: (note: Notification) => boolean): Promise<void> {
  const registration = await navigator.serviceWorker.getRegistration()
  for (const note of (await registration?.getNotifications()) ?? []) if (isSeen(note)) note.close()
}
