import type { Gift } from '../../shared/rules/gifts.ts'
import { useLink } from '../router/link.tsx'
import { useMessage, useT } from '../site/site.tsx'
import { Button, LinkButton } from '../ui/button.tsx'
import { Dialog } from '../ui/dialog.tsx'
import { GiftPicture } from './gift-picture.tsx'
import type { GiftDialogProps } from './gift-props.ts'
import styles from './gift-sent.module.css'
import { useGiftName } from './use-gift-name.ts'

interface GiftSentProps extends Pick<GiftDialogProps, 'member' | 'onClose'> {
  gift: Gift
  state: 'sending' | 'waiting' | 'failed' | 'sent'
  onRetry: () => void
}

/** The gift, whose message is now in the conversation, and whether it has been sent. */
export function GiftSent({ member, gift, state, onRetry, onClose }: GiftSentProps) {
  const t = useT()
  const message = useMessage()
  const name = useGiftName()
  const chat = useLink('members-id-chat', { id: member.id })
  return (
    <Dialog
      open
      onClose={onClose}
      size="small"
      title={state === 'sent' ? t('giving.sent_title') : t('giving.title', { member: member.name })}
      closeLabel={t('form.close')}
      actions={
        <>
          {state === 'failed' ? (
            <Button icon="retry" onClick={onRetry}>
              {t('load-failed.retry')}
            </Button>
          ) : (
            <LinkButton icon="message" {...chat}>
              {t('giving.to_chat')}
            </LinkButton>
          )}
          <Button variant="secondary" onClick={onClose}>
            {t('form.close')}
          </Button>
        </>
      }
    >
      <div className={styles.sent} role="status">
        <GiftPicture gift={gift} size="large" />
        <p>
          {state === 'sent'
            ? t('giving.sent', { gift: name(gift) })
            : state === 'failed'
              ? message('error.unavailable')
              : t(state === 'waiting' ? 'connection.offline' : 'form.sending')}
        </p>
      </div>
    </Dialog>
  )
}
