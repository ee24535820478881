import { useEffect, useState } from 'react'
import { useSend } from '../outbox/use-outbox.ts'
import { openPicture } from '../photos/open-picture.ts'
import { useLink } from '../router/link.tsx'
import { useUser } from '../session/use-user.ts'
import { useMessage, useSite, useT } from '../site/site.tsx'
import { Button, LinkButton } from '../ui/button.tsx'
import { Dialog } from '../ui/dialog.tsx'
import { Stack } from '../ui/layout.tsx'
import type { MemberCard } from '../../shared/api/members.ts'
import styles from './photo-dialog.module.css'
import { useObjectUrl } from './use-object-url.ts'

export interface PhotoDialogProps {
  /** What was chosen. */
  file: File
  member: Pick<MemberCard, 'id' | 'name'>
  /** What the message costs. */
  credits: number
  canTakeBack: boolean
  /** Called when it is on its way and shown in the conversation. */
  onSent: () => void
  onClose: () => void
}

/** The chosen photo, what its receiver will see, and the price. A sent photo is in the conversation at once. */
export default function PhotoDialog({ file, member, credits, canTakeBack, onSent, onClose }: PhotoDialogProps) {
  const t = useT()
  const { tenant } = useSite()
  const user = useUser()
  const buy = useLink('credits')
  const address = useObjectUrl(file)
  const { unfit, ratio } = useChecked(file)
  const send = useSend(member)
  const short = user !== null && user.credits < credits
  const message = useMessage()

  function handleSend(): void {
    if (!send) return
    send({ content: { type: 'photo', state: 'shown', ratio }, file, credits })
    onClose()
    onSent()
  }

  return (
    <Dialog
      open
      onClose={onClose}
      title={t('chat-photo.title', { member: member.name })}
      closeLabel={t('form.close')}
      actions={
        <div className={styles.foot}>
          <p role="alert" className={styles.problem}>
            {unfit ?? (short && message('error.not_enough_credits'))}
          </p>
          {short && tenant.sells ? (
            <LinkButton variant="accent" icon="coin" wide {...buy}>
              {t('chat-photo.buy')}
            </LinkButton>
          ) : (
            <Button wide data-autofocus="" disabled={unfit !== null || !send} onClick={handleSend}>
              {t('chat-photo.send', { credits })}
            </Button>
          )}
        </div>
      }
    >
      <Stack gap={3}>
        {address && <img src={address} alt={t('chat-photo.preview')} className={styles.preview} />}
        <p className={styles.help}>
          {t('chat-photo.help', { member: member.name })} {canTakeBack && t('chat-photo.take_back')}
        </p>
      </Stack>
    </Dialog>
  )
}

/** Why the file can't be a photo, before 10 MB are sent in vain; null if it can. Then also its aspect ratio, once it is decoded. */
function useChecked(file: File): { unfit: string | null; ratio: number | undefined } {
  const message = useMessage()
  const [picture, setPicture] = useState<Awaited<ReturnType<typeof openPicture>> | null>(null)
  useEffect(() => {
    let current = true
    void openPicture(file).then((opened) => current && setPicture(opened))
    return () => {
      current = false
    }
  }, [file])
  if (typeof picture === 'string') return { unfit: message(picture), ratio: undefined }
  return { unfit: null, ratio: picture ? picture.width / picture.height : undefined }
}
