import { useMutation, useQueryClient } from '@tanstack/react-query'
import { type FormEvent, useRef, useState } from 'react'
import { GIFT_NOTE_LENGTH, GIFTS, type Gift } from '../../shared/rules/gifts.ts'
import { asApiError } from '../api/api-error.ts'
import { newIdempotencyKey, write } from '../api/call.ts'
import { useLink } from '../router/link.tsx'
import { useMember } from '../session/use-member.ts'
import { useMessage, useSite, useT } from '../site/site.tsx'
import { Banner } from '../ui/banner.tsx'
import { Button, LinkButton } from '../ui/button.tsx'
import { CheckboxField } from '../ui/checkbox-field.tsx'
import { Dialog } from '../ui/dialog.tsx'
import { FieldError } from '../ui/field.tsx'
import { Stack } from '../ui/layout.tsx'
import { TextAreaField } from '../ui/text-area-field.tsx'
import type { GiftDialogProps } from './gift-props.ts'
import styles from './gift-form.module.css'
import { GiftPicture } from './gift-picture.tsx'
import { keepChoice, keptChoice, NO_CHOICE, type Choice } from './kept-choice.ts'
import { useGiftName } from './use-gift-name.ts'

/** With this many characters left, or fewer, the number is shown. */
const NEARLY_FULL = 40

/** A gift, a few words, the price; then where it is. Too few credits lead to more of them, and the choice waits. */
export default function GiftForm(props: GiftDialogProps) {
  const { member, inChat = false, onClose } = props
  const [sent, setSent] = useState<Gift | null>(null)
  if (sent) return <Sent {...props} gift={sent} />
  return <Choosing member={member} onClose={onClose} onSent={inChat ? onClose : setSent} />
}

function Choosing({ member, onClose, onSent }: Pick<GiftDialogProps, 'member' | 'onClose'> & { onSent: (gift: Gift) => void }) {
  const t = useT()
  const message = useMessage()
  const { tenant } = useSite()
  const { user } = useMember()
  const [choice, setChoice] = useState(() => (user ? keptChoice(user.id, member.id) : NO_CHOICE))
  const [understood, setUnderstood] = useState(false)
  const [tried, setTried] = useState(false)
  const { mutate, isPending, error } = useSend(member.id, onSent)
  const { gift, note } = choice
  const credits = tenant.gift_credits
  const left = GIFT_NOTE_LENGTH - note.trim().length
  const refusal = error && asApiError(error).error
  const short = refusal?.code === 'not_enough_credits' || (user !== null && user.credits < credits)
  const form = `gift-${member.id}`

  function change(next: Partial<Choice>): void {
    const changed = { ...choice, ...next }
    setChoice(changed)
    if (user) keepChoice(user.id, member.id, changed)
  }

  function send(event: FormEvent): void {
    event.preventDefault()
    setTried(true)
    if (gift && left >= 0 && (understood || !member.fictional) && !isPending) mutate({ gift, note: note.trim(), credits, understood })
  }

  return (
    <Dialog
      open
      onClose={onClose}
      closable={!isPending}
      title={t('giving.title', { member: member.name })}
      closeLabel={t('form.close')}
      data-testid="gift-dialog"
      actions={
        <div className={styles.foot}>
          <p className={styles.balance} role="status">
            {short ? message('error.not_enough_credits') : refusal ? message(refusal.message_key, refusal.params) : ''}{' '}
            {user && t('giving.balance', { credits: user.credits })} {short && tenant.sells && t('giving.kept')}
          </p>
          {short && tenant.sells ? (
            <Buy />
          ) : (
            <Button type="submit" form={form} wide busy={isPending} busyLabel={t('form.sending')}>
              {t('giving.send', { credits })}
            </Button>
          )}
        </div>
      }
    >
      <form id={form} onSubmit={send}>
        <Stack gap={4}>
          {member.fictional && (
            <Banner tone="warning">
              <Stack gap={2}>
                <p>{tenant.fictional_warning}</p>
                <CheckboxField
                  label={t('giving.understand', { member: member.name })}
                  error={tried && !understood ? t('giving.understand_first') : undefined}
                  checked={understood}
                  onChange={(event) => setUnderstood(event.currentTarget.checked)}
                />
              </Stack>
            </Banner>
          )}
          <Catalogue chosen={gift} missing={tried && !gift} onChoose={(chosen) => change({ gift: chosen })} />
          <TextAreaField
            label={t('giving.note')}
            optional={t('form.optional')}
            help={t('giving.note_help', { member: member.name })}
            error={left < 0 ? message('field.too_long', { limit: GIFT_NOTE_LENGTH }) : undefined}
            rows={2}
            value={note}
            onChange={(event) => change({ note: event.currentTarget.value })}
          />
          {left >= 0 && left <= NEARLY_FULL && <p className={styles.left}>{t('giving.left', { count: left })}</p>}
          <p className={styles.counted}>{t('giving.counted', { member: member.name })}</p>
        </Stack>
      </form>
    </Dialog>
  )
}

/** The gifts side by side, as one group of radio buttons: arrow keys move through them. */
function Catalogue({ chosen, missing, onChoose }: { chosen: Gift | null; missing: boolean; onChoose: (gift: Gift) => void }) {
  const t = useT()
  const message = useMessage()
  const name = useGiftName()
  return (
    <fieldset className={styles.catalogue}>
      <legend className="visually-hidden">{t('giving.choose')}</legend>
      <div className={styles.grid}>
        {GIFTS.map((gift, index) => (
          <label key={gift} className={styles.gift}>
            <input
              type="radio"
              name="gift"
              value={gift}
              className={styles.radio}
              checked={gift === chosen}
              aria-describedby={missing ? 'gift-missing-error' : undefined}
              data-autofocus={(chosen ? gift === chosen : index === 0) ? '' : undefined}
              onChange={() => onChoose(gift)}
            />
            <GiftPicture gift={gift} />
            <span className={styles.name}>{name(gift)}</span>
          </label>
        ))}
      </div>
      <FieldError id="gift-missing">{missing && message('field.choose')}</FieldError>
    </fieldset>
  )
}

function Buy() {
  const t = useT()
  return (
    <LinkButton variant="accent" icon="coin" wide {...useLink('credits')}>
      {t('giving.buy')}
    </LinkButton>
  )
}

function Sent({ member, gift, onClose }: GiftDialogProps & { gift: Gift }) {
  const t = useT()
  const name = useGiftName()
  const chat = useLink('members-id-chat', { id: member.id })
  return (
    <Dialog
      open
      onClose={onClose}
      size="small"
      title={t('giving.sent_title')}
      closeLabel={t('form.close')}
      actions={
        <>
          <LinkButton icon="message" {...chat}>
            {t('giving.to_chat')}
          </LinkButton>
          <Button variant="secondary" onClick={onClose}>
            {t('form.close')}
          </Button>
        </>
      }
    >
      <div className={styles.sent} role="status">
        <GiftPicture gift={gift} size="large" />
        <p>{t('giving.sent', { gift: name(gift) })}</p>
      </div>
    </Dialog>
  )
}

interface Wanted {
  gift: Gift
  note: string
  credits: number
  understood: boolean
}

/** Sends the gift. The same gift with the same words keeps its key, however often it is tried: it is never sent twice. */
function useSend(member: string, onSent: (gift: Gift) => void) {
  const queryClient = useQueryClient()
  const { user } = useMember()
  const last = useRef({ wanted: '', key: '' })
  return useMutation({
    mutationFn: async ({ gift, note, credits, understood }: Wanted) => {
      const wanted = JSON.stringify([gift, note])
      if (last.current.wanted !== wanted) last.current = { wanted, key: newIdempotencyKey() }
      return await write('sendGift', { member, gift, note, credits, to_fictional: understood }, last.current.key)
    },
    onSuccess: async (answer, { gift }) => {
      if (!answer) return
      if (user) keepChoice(user.id, member, NO_CHOICE)
      for (const asked of ['getUser', 'getMember', 'getChat', 'listChats']) void queryClient.invalidateQueries({ queryKey: [asked] })
      onSent(gift)
    },
    // A price that has changed comes with the settings of a new page; the balance may be another one.
    onError: () => void queryClient.invalidateQueries({ queryKey: ['getUser'] })
  })
}
