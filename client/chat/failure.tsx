import { useLink } from '../router/link.tsx'
import { useMessage, useT } from '../site/site.tsx'
import { showToast } from '../state/toasts.ts'
import { Button, LinkButton } from '../ui/button.tsx'
import { Icon } from '../ui/icon.tsx'
import styles from './bubble.module.css'
import type { MessageToolsProps } from './message-acts.ts'

/** Why a message was not sent, and what the member can do about it. */
export default function Failure({ bubble, acts }: MessageToolsProps) {
  const t = useT()
  const message = useMessage()
  const credits = useLink('credits')
  const premium = useLink('premium')
  const { failure } = bubble
  return (
    <div className={styles.failure}>
      <p className={styles.reason}>
        <Icon name="warning" size="small" />
        <span>
          {t('costs.failed')} {failure && message(failure.message_key ?? `error.${failure.code}`, failure.params)}
        </span>
      </p>
      {/* Not part of what the log announces. */}
      <div className="contents" aria-live="off">
        {failure?.code === 'not_enough_credits' && (
          <LinkButton variant="accent" small icon="coin" {...credits}>
            {t('costs.buy')}
          </LinkButton>
        )}
        {failure?.code === 'premium_only' && (
          <LinkButton variant="accent" small icon="sparkle" {...premium}>
            {t('costs.get_premium')}
          </LinkButton>
        )}
        <Button variant="quiet" small icon="retry" onClick={() => acts.retry(bubble)}>
          {t('load-failed.retry')}
        </Button>
        <Button
          variant="quiet"
          small
          icon="trash"
          onClick={() => {
            acts.discard(bubble.key)
            showToast({ text: t('chat-list.discarded') })
          }}
        >
          {t('costs.discard')}
        </Button>
      </div>
    </div>
  )
}
