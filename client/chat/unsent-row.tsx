import type { ReactNode } from 'react'
import type { PendingMessage } from '../outbox/pending-message.ts'
import { useOutbox } from '../outbox/use-outbox.ts'
import { Link } from '../router/link.tsx'
import { useT } from '../site/site.tsx'
import { Avatar } from '../ui/avatar.tsx'
import styles from './chat-row.module.css'

interface UnsentRowProps {
  message: PendingMessage
  /** Beside the row, with its own focus. */
  action?: ReactNode
}

/** A message to someone with whom there is no conversation yet, in a list of them: nothing else leads back to it once its page was left. */
export function UnsentRow({ message: { member, name, failure }, action }: UnsentRowProps) {
  const t = useT()
  const outbox = useOutbox()
  return (
    <li className={styles.row}>
      <Link to="members-id-chat" params={{ id: member }} className={styles.link}>
        <Avatar src={null} alt="" className={styles.avatar} />
        <span className={styles.words}>
          <span className={styles.line}>
            <span className={styles.name} dir="auto">
              {name ?? '…'}
            </span>
          </span>
          <span className={styles.line}>
            <span className={styles.text}>
              {failure ? (
                <span className={styles.failed}>{t('chats.not_sent')}</span>
              ) : (
                <span className={styles.draft}>{outbox?.online() ? t('chat.sending') : t('chat.waiting')}</span>
              )}
            </span>
          </span>
        </span>
      </Link>
      {action && <div className={styles.action}>{action}</div>}
    </li>
  )
}
