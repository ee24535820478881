import type { MouseEvent } from 'react'
import { useT } from '../site/site.tsx'
import { IconButton } from '../ui/button.tsx'
import { Icon } from '../ui/icon.tsx'
import type { Bubble } from './conversation.ts'
import styles from './quoted.module.css'

interface AnsweringProps {
  to: Bubble
  /** The message in short. */
  words: string
  /** The other member's name. */
  name: string
  onCancel: () => void
}

/** Above the composer: what is being answered. */
export default function Answering({ to, words, name, onCancel }: AnsweringProps) {
  const t = useT()
  function handleCancel({ currentTarget }: MouseEvent<HTMLElement>): void {
    // Writing goes on; the button is gone then.
    currentTarget.closest('footer')?.querySelector('textarea')?.focus()
    onCancel()
  }
  return (
    <div className={styles.answering}>
      <Icon name="reply" />
      <p className={styles.words}>
        <span className={styles.who}>{to.mine ? t('message-tools.reply_to_own') : t('message-tools.reply_to', { member: name })}</span>
        <span className={styles.text} dir="auto">
          {words}
        </span>
      </p>
      <IconButton icon="close" label={t('message-tools.reply_cancel')} onClick={handleCancel} />
    </div>
  )
}
