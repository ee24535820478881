import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useRef, useState } from 'react'
import type { EventPayload } from '../../shared/api/events.ts'
import { asApiError } from '../api/api-error.ts'
import { newIdempotencyKey } from '../api/call.ts'
import { upload } from '../api/upload.ts'
import { takeMessage } from '../live/apply-event.ts'
import { openPicture } from '../photos/open-picture.ts'
import { useLink } from '../router/link.tsx'
import { useMember } from '../session/use-member.ts'
import { useMessage, useSite, useT } from '../site/site.tsx'
import { Button, LinkButton } from '../ui/button.tsx'
import { Dialog } from '../ui/dialog.tsx'
import { Stack } from '../ui/layout.tsx'
import type { PhotoDialogProps } from './later-props.ts'
import styles from './photo-form.module.css'

/** The chosen photo, what its receiver will see, and the price. It stays open until the photo is sent; the same photo is never sent twice. */
export default function PhotoForm({ file, member, credits, onClose }: PhotoDialogProps) {
  const t = useT()
  const { tenant } = useSite()
  const { user } = useMember()
  const buy = useLink('credits')
  const address = useAddress(file)
  const unfit = useUnfit(file)
  const { send, sending, problem, short: refused } = useSend(file, member.id, credits, onClose)
  const short = refused || (user !== null && user.credits < credits)
  const message = useMessage()
  return (
    <Dialog
      open
      onClose={onClose}
      closable={sending === null}
      title={t('chat-photo.title', { member: member.name })}
      closeLabel={t('form.close')}
      actions={
        <div className={styles.foot}>
          <p role="alert" className={styles.problem}>
            {unfit ?? problem ?? (short && message('error.not_enough_credits'))}
          </p>
          {short && tenant.sells ? (
            <LinkButton variant="accent" icon="coin" wide {...buy}>
              {t('chat-photo.buy')}
            </LinkButton>
          ) : (
            <Button wide data-autofocus="" busy={sending !== null} busyLabel={t('form.sending')} disabled={unfit !== null} onClick={send}>
              {t('chat-photo.send', { credits })}
            </Button>
          )}
        </div>
      }
    >
      <Stack gap={3}>
        {address && <img src={address} alt={t('chat-photo.preview')} className={styles.preview} />}
        {sending !== null && <progress className={styles.progress} max={1} value={sending} aria-label={t('chat-photo.sending')} />}
        <p className={styles.help}>{t('chat-photo.help', { member: member.name })}</p>
      </Stack>
    </Dialog>
  )
}

/** An address of the file for this page. */
function useAddress(file: File): string | null {
  const [address, setAddress] = useState<string | null>(null)
  useEffect(() => {
    const made = URL.createObjectURL(file)
    setAddress(made)
    return () => URL.revokeObjectURL(made)
  }, [file])
  return address
}

/** Why the file can't be a photo, before 10 MB are sent in vain; null if it can. */
function useUnfit(file: File): string | null {
  const message = useMessage()
  const [problem, setProblem] = useState<Parameters<typeof message>[0] | null>(null)
  useEffect(() => {
    let current = true
    void openPicture(file).then((picture) => current && setProblem(typeof picture === 'string' ? picture : null))
    return () => {
      current = false
    }
  }, [file])
  return problem && message(problem)
}

/** Sends the photo under one key, however often it is tried. `sending`: how much of it has been sent, null while it isn't. */
function useSend(file: File, member: string, credits: number, onSent: () => void) {
  const queryClient = useQueryClient()
  const message = useMessage()
  const key = useRef<string>(null)
  const [sending, setSending] = useState<number | null>(null)
  const [problem, setProblem] = useState<string | null>(null)
  const [short, setShort] = useState(false)
  const aborter = useRef<AbortController>(null)
  useEffect(() => () => aborter.current?.abort(), [])

  async function send(): Promise<void> {
    const { signal } = (aborter.current = new AbortController())
    setSending(0)
    setProblem(null)
    try {
      const query = { member, credits: String(credits) }
      const idempotencyKey = (key.current ??= newIdempotencyKey())
      const answer = await upload('sendPhoto', file, { query, idempotencyKey, onProgress: setSending, signal })
      if (!answer) return
      const told: EventPayload<'message'> = { ...answer, profile_id: member }
      takeMessage(queryClient, told)
      onSent()
    } catch (failure) {
      if (signal.aborted) return
      setSending(null)
      const { error } = asApiError(failure)
      setShort(error.code === 'not_enough_credits')
      const { message_key, params } = error.fields?.[0] ?? error
      setProblem(message(message_key, params))
      // The price or the balance may be another one by now.
      for (const asked of ['getUser', 'getChat']) void queryClient.invalidateQueries({ queryKey: [asked] })
    }
  }

  return { send: () => void send(), sending, problem, short }
}
