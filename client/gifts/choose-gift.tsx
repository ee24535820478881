import { type FormEvent, useEffect, useRef, useState } from 'react'
import { GIFT_NOTE_LENGTH, GIFTS, type Gift } from '../../shared/rules/gifts.ts'
import { FREE_CONVERSATIONS } from '../../shared/rules/message-cost.ts'
import type { PendingMessage } from '../outbox/pending-message.ts'
import { useLink } from '../router/link.tsx'
import { useUser } from '../session/use-user.ts'
import { useMessage, useSite, useT } from '../site/site.tsx'
import { Banner } from '../ui/banner.tsx'
import { Button, LinkButton } from '../ui/button.tsx'
import { CheckboxField } from '../ui/checkbox-field.tsx'
import { Dialog } from '../ui/dialog.tsx'
import { FieldError } from '../ui/field.tsx'
import { Stack } from '../ui/layout.tsx'
import { TextAreaField } from '../ui/text-area-field.tsx'
import styles from './choose-gift.module.css'
import { GiftPicture } from './gift-picture.tsx'
import type { GiftDialogProps } from './gift-props.ts'
import type { Choice } from './kept-choice.ts'
import type { Written } from './use-giving.ts'
import { useGiftName } from './use-gift-name.ts'

/** With this many characters left, or fewer, the number is shown. */
const NEARLY_FULL = 40

interface ChooseGiftProps extends Pick<GiftDialogProps, 'member' | 'onClose'> {
  choice: Choice
  onChoose: (choice: Choice) => void
  /** Why the gift was not sent. */
  refusal: PendingMessage['failure']
  /** Null while nothing can be sent. */
  onGive: ((written: Written) => void) | null
}

/** The choice of a gift and a few words, with the price and whatever prevents sending. */
export function ChooseGift({ member, choice, onChoose, refusal, onGive, onClose }: ChooseGiftProps) {
  const t = useT()
  const message = useMessage()
  const { tenant } = useSite()
  const user = useUser()
  const [understood, setUnderstood] = useState(false)
  const [tries, setTries] = useState(0)
  const tried = tries > 0
  const fields = useRef<HTMLFormElement>(null)
  // The error may be far from the button.
  useEffect(() => {
    if (tries > 0) fields.current?.querySelector<HTMLElement>('[aria-describedby$="-error"]')?.focus()
  }, [tries])
  const { gift, note } = choice
  // The page may be older than the price.
  const credits = refusal?.code === 'message_price_changed' ? Number(refusal.params?.credits) : tenant.gift_credits
  const left = GIFT_NOTE_LENGTH - note.trim().length
  const short = refusal?.code === 'not_enough_credits' || (user !== null && user.credits < credits)
  const buys = tenant.sells && (short || refusal?.code === 'premium_only')
  const form = `gift-${member.id}`

  const change = (next: Partial<Choice>) => onChoose({ ...choice, ...next })

  function send(event: FormEvent): void {
    event.preventDefault()
    setTries(tries + 1)
    if (gift && left >= 0 && (understood || !member.fictional))
      onGive?.({ content: { type: 'gift', gift, note: note.trim() || null }, credits, toFictional: understood })
  }

  return (
    <Dialog
      open
      onClose={onClose}
      title={t('giving.title', { member: member.name })}
      closeLabel={t('form.close')}
      data-testid="gift-dialog"
      actions={
        <div className={styles.foot}>
          <p className={styles.balance} role="status">
            {short ? message('error.not_enough_credits') : refusal ? message(`error.${refusal.code}`, refusal.params) : ''}{' '}
            {user && t('giving.balance', { credits: user.credits })} {buys && t('giving.kept')}
          </p>
          {buys ? (
            <Buy />
          ) : (
            <Button type="submit" form={form} wide disabled={!onGive}>
              {t('giving.send', { credits })}
            </Button>
          )}
        </div>
      }
    >
      <form id={form} ref={fields} data-needs-app="" onSubmit={send}>
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
          <p className={styles.counted}>
            {t('giving.counted', { member: member.name })}{' '}
            {user &&
              !user.paid_user &&
              tenant.sells &&
              tenant.message_credits > 0 &&
              t('giving.opens', { free_conversations: FREE_CONVERSATIONS })}
          </p>
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
      <FieldError id="gift-missing">{missing && message('field.choose')}</FieldError>
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
