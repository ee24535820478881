import { useState } from 'react'
import { useMessage, useT } from '../site/site.tsx'
import { Button } from '../ui/button.tsx'
import { Icon, type IconName } from '../ui/icon.tsx'
import { cx } from '../ui/props.ts'
import type { Arranged } from './arrange.ts'
import styles from './bubble.module.css'
import type { Bubble, BubbleState } from './conversation.ts'
import type { useTimes } from './use-times.ts'

interface BubbleProps {
  item: Arranged
  /** The other member's name. */
  name: string
  times: ReturnType<typeof useTimes>
  /** The newest own message shows its state. */
  tellsState: boolean
  /** A first message that asks for money or for another messenger. */
  warned: boolean
  onReport: (message: string) => void
  onRetry: (key: string) => void
  onDiscard: (key: string) => void
}

/** One message: a bubble, its time on demand (hover or tap), and what is shown above it. */
export function BubbleItem({
  item: { bubble, mark, startsNew, first, last },
  name,
  times,
  tellsState,
  warned,
  onReport,
  onRetry,
  onDiscard
}: BubbleProps) {
  const t = useT()
  const [open, setOpen] = useState(false)
  return (
    <li className={cx(styles.item, bubble.mine ? styles.mine : styles.theirs, first && styles.first, last && styles.last)}>
      {mark && (
        <p className={styles.mark} suppressHydrationWarning>
          {mark === 'day' ? times.day(bubble.at) : times.clock(bubble.at)}
        </p>
      )}
      {startsNew && <p className={styles.fresh}>{t('chat.new')}</p>}
      {warned && (
        <div className={styles.warned}>
          <Icon name="info" size="small" />
          <p>{t('chat.never_money')}</p>
          <Button variant="quiet" small className="needs-script" onClick={() => onReport(bubble.id!)}>
            {t('chat.report')}
          </Button>
        </div>
      )}
      {/* Screen readers and hovering show the time anyway; the click is for touch. */}
      {/* oxlint-disable-next-line jsx-a11y/click-events-have-key-events, jsx-a11y/no-static-element-interactions */}
      <div className={cx(styles.line, open && styles.open)} onClick={() => setOpen(!open)}>
        <p className={cx(styles.bubble, bubble.state === 'failed' && styles.failed)}>
          <span className="visually-hidden">{bubble.mine ? t('chat.you_said') : t('chat.they_said', { member: name })} </span>
          <span dir="auto" className={cx(styles.text, bubble.text === '' && styles.removed)}>
            {bubble.text || t('chat.removed')}
          </span>
        </p>
        <time className={styles.time} dateTime={bubble.at} suppressHydrationWarning>
          {times.clock(bubble.at)}
        </time>
        {!bubble.mine && bubble.id !== null && bubble.text !== '' && (
          <button
            type="button"
            className={cx(styles.report, 'needs-script')}
            aria-label={t('chat.report_label')}
            onClick={() => onReport(bubble.id!)}
          >
            {t('chat.report')}
          </button>
        )}
      </div>
      {bubble.state === 'failed' ? (
        <Failure bubble={bubble} onRetry={onRetry} onDiscard={onDiscard} />
      ) : (
        tellsState && <State state={bubble.state} />
      )}
    </li>
  )
}

const STATES = {
  sending: { icon: 'clock', label: 'chat.sending' },
  waiting: { icon: 'clock', label: 'chat.waiting' },
  sent: { icon: 'check', label: 'chat.sent' },
  read: { icon: 'eye', label: 'chat.read' }
} as const satisfies Partial<Record<BubbleState, { icon: IconName; label: string }>>

function State({ state }: { state: BubbleState }) {
  const t = useT()
  if (state === 'received' || state === 'failed') return null
  const { icon, label } = STATES[state]
  return (
    <p className={styles.state}>
      <Icon name={icon} size="small" />
      {t(label)}
    </p>
  )
}

function Failure({ bubble, onRetry, onDiscard }: { bubble: Bubble } & Pick<BubbleProps, 'onRetry' | 'onDiscard'>) {
  const t = useT()
  const message = useMessage()
  return (
    <div className={styles.failure}>
      <p className={styles.reason}>
        <Icon name="warning" size="small" />
        <span>
          {t('chat.failed')} {bubble.failure && message(`error.${bubble.failure}`, bubble.params)}
        </span>
      </p>
      <Button variant="quiet" small icon="retry" onClick={() => onRetry(bubble.key)}>
        {t('load-failed.retry')}
      </Button>
      <Button variant="quiet" small icon="trash" onClick={() => onDiscard(bubble.key)}>
        {t('chat.discard')}
      </Button>
    </div>
  )
}
