import type { ReactNode } from 'react'
import type { ChatListEntry } from '../../shared/api/chats.ts'
import { useT } from '../site/site.tsx'
import { FictionalTag } from '../members/fictional-tag.tsx'
import { usePicture } from '../members/picture.ts'
import { Link } from '../router/link.tsx'
import { Avatar } from '../ui/avatar.tsx'
import { useHasFailed } from '../outbox/use-outbox.ts'
import { useTyping } from '../state/typing.ts'
import { Badge } from '../ui/badge.tsx'
import { Icon } from '../ui/icon.tsx'
import { cx } from '../ui/props.ts'
import { VisuallyHidden } from '../ui/visually-hidden.tsx'
import styles from './chat-row.module.css'
import { useBegun } from './use-draft.ts'
import type { useTimes } from './use-times.ts'

interface ChatRowProps {
  entry: ChatListEntry
  times: ReturnType<typeof useTimes>
  current?: boolean
  /** Beside the row, with its own focus. */
  action?: ReactNode
}

/** A conversation in a list: the member, the last message and its time, the unread count. */
export function ChatRow({ entry, times, current = false, action }: ChatRowProps) {
  const t = useT()
  const { profile, last_message: last, num_unread_messages: unread } = entry
  const typing = useTyping(entry.conversation_id) && !profile?.fictional
  const begun = useBegun(entry.profile_id)
  const hasFailed = useHasFailed(entry.profile_id)
  const online = profile?.online === 'now' && !profile.fictional
  return (
    <li className={cx(styles.row, current && styles.current)}>
      <Link
        to="chats-id"
        params={{ id: entry.conversation_id }}
        className={cx(styles.link, unread > 0 && styles.unread)}
        aria-current={current ? 'page' : undefined}
      >
        <Avatar src={usePicture(profile?.main_image)} alt="" className={styles.avatar} {...(online ? { online: '' } : {})} />
        <span className={styles.words}>
          <span className={styles.line}>
            <span className={styles.name} dir="auto">
              {profile?.name ?? t('chat.somebody_gone')}
            </span>
            {online && <VisuallyHidden>{t('member.online_now')}</VisuallyHidden>}
            {profile?.fictional && (
              <span className={styles.label}>
                <FictionalTag />
              </span>
            )}
            {entry.muted && (
              <span className={styles.muted}>
                <Icon name="bell-off" size="small" />
                <VisuallyHidden>{t('chats.muted')}</VisuallyHidden>
              </span>
            )}
            {last && (
              <time className={styles.time} dateTime={last.at} suppressHydrationWarning>
                {times.short(last.at)}
              </time>
            )}
          </span>
          <span className={styles.line}>
            <span className={styles.text} dir="auto">
              {typing ? (
                <span className={styles.draft}>{t('chat.typing')}</span>
              ) : hasFailed && !current ? (
                <span className={styles.failed}>{t('chats.not_sent')}</span>
              ) : begun !== null && !current ? (
                <span className={styles.draft}>{t('chats.draft', { text: begun })}</span>
              ) : (
                lastLine(t, last)
              )}
            </span>
            <Badge count={unread} label={t('chats.unread', { count: unread })} />
          </span>
        </span>
      </Link>
      {action && <div className={styles.action}>{action}</div>}
    </li>
  )
}

function lastLine(t: ReturnType<typeof useT>, last: ChatListEntry['last_message']): string {
  if (!last) return t('chats.nothing_yet')
  const words = last.content.type === 'text' ? last.content.text : t(`chats.${last.content.type}`)
  if (last.author && words) return t(`chats.by_${last.author.kind}`, { text: words })
  return last.mine && words ? t('chats.you', { text: words }) : words || t('chat.removed')
}
