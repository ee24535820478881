import { useQueries } from '@tanstack/react-query'
import { useState } from 'react'
import type { ChatListEntry } from '../../../shared/api/chats.ts'
import { queryOf } from '../../api/queries.ts'
import { LoadFailed } from '../../feedback/load-failed.tsx'
import { useT } from '../../site/site.tsx'
import { ChatRow } from '../../chat/chat-row.tsx'
import { useTimes } from '../../chat/use-times.ts'
import { useLink } from '../../router/link.tsx'
import { Button, LinkButton } from '../../ui/button.tsx'
import { EmptyState } from '../../ui/empty-state.tsx'
import { Icon } from '../../ui/icon.tsx'
import { Menu, MenuButton } from '../../ui/menu.tsx'
import { Skeleton } from '../../ui/skeleton.tsx'
import styles from './chats.module.css'
import { DeleteDialog } from './delete-dialog.tsx'
import { useBeingDeleted } from './use-delete-chat.ts'

/** The member's conversations, newest message first. */
export default function Page() {
  const t = useT()
  return (
    <div className={styles.page}>
      <h1>{t('chats.heading')}</h1>
      <Chats />
    </div>
  )
}

function Chats() {
  const t = useT()
  const [shown, setShown] = useState(1)
  const pages = useQueries({
    queries: Array.from({ length: shown }, (_, index) => queryOf('listChats', index === 0 ? {} : { page: String(index + 1) }))
  })
  const beingDeleted = useBeingDeleted()
  const first = pages[0]?.data
  if (!first) {
    return pages[0]?.isError ? <LoadFailed title={t('chats.failed_title')} retry={() => void pages[0]?.refetch()} /> : <Waiting />
  }

  const all = new Map(pages.flatMap((page) => page.data?.chats ?? []).map((entry) => [entry.conversation_id, entry]))
  const entries = [...all.values()].filter((entry) => !beingDeleted.has(entry.conversation_id))
  if (entries.length === 0) return <Empty />
  return (
    <>
      <List entries={entries} />
      {all.size < first.total && (
        <div className={styles.more}>
          <Button variant="secondary" busy={pages.at(-1)!.isLoading} busyLabel={t('chats.loading')} onClick={() => setShown(shown + 1)}>
            {t('chats.show_more')}
          </Button>
        </div>
      )}
    </>
  )
}

function List({ entries }: { entries: readonly ChatListEntry[] }) {
  const t = useT()
  const times = useTimes()
  const [chosen, setChosen] = useState<ChatListEntry | null>(null)
  const [asking, setAsking] = useState(false)
  return (
    <>
      <ul className={styles.list}>
        {entries.map((entry) => (
          <ChatRow
            key={entry.conversation_id}
            entry={entry}
            times={times}
            action={
              <Menu trigger={<Icon name="more" />} label={t('chats.more', { member: entry.profile?.name ?? t('chat.somebody_gone') })}>
                <MenuButton
                  icon="trash"
                  tone="danger"
                  onClick={() => {
                    setChosen(entry)
                    setAsking(true)
                  }}
                >
                  {t('chats.delete')}
                </MenuButton>
              </Menu>
            }
          />
        ))}
      </ul>
      <DeleteDialog entry={chosen} open={asking} onClose={() => setAsking(false)} />
    </>
  )
}

function Empty() {
  const t = useT()
  return (
    <EmptyState
      art="letter"
      title={t('chats.none_title')}
      action={<LinkButton {...useLink('members')}>{t('chats.none_action')}</LinkButton>}
    >
      {t('chats.none_text')}
    </EmptyState>
  )
}

function Waiting() {
  return (
    <div className={styles.list} aria-busy="true">
      {Array.from({ length: 6 }, (_, index) => (
        <div key={index} className={styles.waiting}>
          <Skeleton shape="circle" />
          <div className={styles.waitingWords}>
            <Skeleton width="short" />
            <Skeleton width="long" />
          </div>
        </div>
      ))}
    </div>
  )
}
