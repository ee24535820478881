import { useQueries } from '@tanstack/react-query'
import { useState, type ReactNode } from 'react'
import type { ChatListEntry } from '../../../shared/api/chats.ts'
import { CHATS_PER_PAGE } from '../../../shared/rules/chats.ts'
import { fold } from '../../../shared/text/fold.ts'
import { queryOf } from '../../api/queries.ts'
import { LoadFailed } from '../../feedback/load-failed.tsx'
import { useT } from '../../site/site.tsx'
import { ChatRow } from '../../chat/chat-row.tsx'
import { UnsentRow } from '../../chat/unsent-row.tsx'
import { useMute } from '../../chat/use-mute.ts'
import { useTimes } from '../../chat/use-times.ts'
import { useOutbox, useUnlisted } from '../../outbox/use-outbox.ts'
import { useLink } from '../../router/link.tsx'
import { showToast } from '../../state/toasts.ts'
import { Button, LinkButton } from '../../ui/button.tsx'
import { EmptyState } from '../../ui/empty-state.tsx'
import { Icon } from '../../ui/icon.tsx'
import { Menu, MenuButton } from '../../ui/menu.tsx'
import { Skeleton } from '../../ui/skeleton.tsx'
import { TextField } from '../../ui/text-field.tsx'
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
  const [sought, setSought] = useState('')
  const pages = useQueries({
    queries: Array.from({ length: shown }, (_, index) => queryOf('listChats', index === 0 ? {} : { page: String(index + 1) }))
  })
  const beingDeleted = useBeingDeleted()
  const first = pages[0]?.data
  if (!first) {
    const [failed] = pages
    if (!failed?.isError) return <Waiting />
    return <LoadFailed title={t('chat-list.failed_title')} error={failed.error} retry={() => void failed.refetch()} />
  }

  const all = new Map(pages.flatMap((page) => page.data?.chats ?? []).map((entry) => [entry.conversation_id, entry]))
  const entries = [...all.values()].filter((entry) => !beingDeleted.has(entry.conversation_id))
  if (entries.length === 0) {
    return (
      <Unsent listed={entries}>
        <Empty />
      </Unsent>
    )
  }
  const found = matching(entries, sought)
  const more = all.size < first.total
  const failed = pages.filter((page) => page.isError && !page.data)
  return (
    <>
      {(first.total >= WORTH_SEARCHING || sought !== '') && (
        <TextField
          type="search"
          icon="search"
          label={t('chat-list.search')}
          labelHidden
          placeholder={t('chat-list.search')}
          autoComplete="off"
          value={sought}
          className="needs-script"
          onChange={(event) => {
            setSought(event.target.value)
            // Conversations that aren't loaded can't be found here.
            setShown(Math.max(shown, Math.ceil(first.total / CHATS_PER_PAGE)))
          }}
        />
      )}
      <Unsent listed={entries} />
      <List entries={found} />
      {/* There before its text, so that this is announced. */}
      <p role="status" className={styles.none}>
        {found.length === 0 && pages.every((page) => page.data) && t('chat-list.search_none', { text: sought.trim() })}
      </p>
      {failed[0] ? (
        <LoadFailed
          title={t('chat-list.more_failed')}
          error={failed[0].error}
          retry={() => failed.forEach((page) => void page.refetch())}
        />
      ) : (
        more && (
          <div className={styles.more}>
            <Button
              variant="secondary"
              busy={pages.some((page) => page.isLoading)}
              busyLabel={t('chat-list.loading')}
              onClick={() => setShown(shown + 1)}
            >
              {t('chat-list.show_more')}
            </Button>
          </div>
        )
      )}
    </>
  )
}

/** With fewer, the whole list is in view anyway. */
const WORTH_SEARCHING = 8

/** Conversations that have every word of a search in the name or the last message. */
function matching(entries: readonly ChatListEntry[], sought: string): readonly ChatListEntry[] {
  const words = fold(sought).split(/\s+/).filter(Boolean)
  if (words.length === 0) return entries
  return entries.filter(({ profile, last_message }) => {
    const text = fold(`${profile?.name ?? ''} ${last_message?.content.type === 'text' ? last_message.content.text : ''}`)
    return words.every((word) => text.includes(word))
  })
}

function List({ entries }: { entries: readonly ChatListEntry[] }) {
  const t = useT()
  const times = useTimes()
  const mute = useMute()
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
              <Menu trigger={<Icon name="more" />} label={t('chat-list.more', { member: entry.profile?.name ?? t('chat.somebody_gone') })}>
                {entry.profile && (
                  <MenuButton
                    icon={entry.muted ? 'bell' : 'bell-off'}
                    onClick={() => mute.mutate({ conversation: entry.conversation_id, muted: !entry.muted })}
                  >
                    {entry.muted ? t('chats.unmute') : t('chats.mute')}
                  </MenuButton>
                )}
                <MenuButton
                  icon="trash"
                  tone="danger"
                  onClick={() => {
                    setChosen(entry)
                    setAsking(true)
                  }}
                >
                  {t('chat-list.delete')}
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

/** Messages that have opened no conversation yet; the children where there are none. */
function Unsent({ listed, children }: { listed: readonly ChatListEntry[]; children?: ReactNode }) {
  const t = useT()
  const outbox = useOutbox()
  const unsent = useUnlisted(listed.map(({ profile_id: member }) => member))
  if (unsent.length === 0) return children
  return (
    <ul className={styles.list}>
      {unsent.map((message) => (
        <UnsentRow
          key={message.member}
          message={message}
          action={
            message.failure && (
              <Menu trigger={<Icon name="more" />} label={t('chat-list.more', { member: message.name ?? '…' })}>
                <MenuButton
                  icon="trash"
                  tone="danger"
                  onClick={() => {
                    outbox?.pending(message.member).forEach(({ clientId }) => outbox.discard(clientId))
                    showToast({ text: t('chat-list.discarded') })
                  }}
                >
                  {t('chat-list.discard')}
                </MenuButton>
              </Menu>
            )
          }
        />
      ))}
    </ul>
  )
}

function Empty() {
  const t = useT()
  return (
    <EmptyState
      art="letter"
      title={t('chat-list.none_title')}
      action={<LinkButton {...useLink('members')}>{t('chat-list.none_action')}</LinkButton>}
    >
      {t('chat-list.none_text')}
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
