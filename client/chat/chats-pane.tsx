import { useQuery } from '@tanstack/react-query'
import { useLayoutEffect, useRef } from 'react'
import { queryOf } from '../api/queries.ts'
import { useT } from '../site/site.tsx'
import { useLink } from '../router/link.tsx'
import { IconLink } from '../ui/button.tsx'
import { ChatRow } from './chat-row.tsx'
import styles from './chats-pane.module.css'
import { useTimes } from './use-times.ts'

/** The list's scroll position when the last conversation was chosen, to restore it. Only effects access it. */
let keptScroll = 0

/** All conversations beside the open one, on a wide screen. */
export function ChatsPane({ current }: { current: string | null }) {
  const t = useT()
  const times = useTimes()
  const chats = useLink('chats')
  const list = useRef<HTMLUListElement>(null)
  const { data } = useQuery(queryOf('listChats'))

  useLayoutEffect(() => {
    const element = list.current
    element?.scrollTo({ top: keptScroll, behavior: 'instant' })
    return () => {
      keptScroll = element?.scrollTop ?? 0
    }
  }, [])

  return (
    <nav className={styles.pane} aria-label={t('chats.heading')}>
      <div className={styles.head}>
        <IconLink icon="back" label={t('chat.back')} {...chats} />
        <span className={styles.heading}>{t('chats.heading')}</span>
      </div>
      <ul ref={list} className={styles.list}>
        {data?.chats.map((entry) => (
          <ChatRow key={entry.conversation_id} entry={entry} times={times} current={entry.conversation_id === current} />
        ))}
      </ul>
    </nav>
  )
}
