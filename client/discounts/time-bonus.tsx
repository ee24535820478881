import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import type { User } from '../../shared/api/user.ts'
import { attempt } from '../api/call.ts'
import { dismiss, isDismissed } from '../banners/dismissals.ts'
import { whenFree } from '../feedback/when-free.ts'
import { useSite, useT } from '../site/site.tsx'
import { useTimeZone } from '../site/use-time-zone.ts'
import { Banner } from '../ui/banner.tsx'
import { Button, LinkButton } from '../ui/button.tsx'
import { Dialog } from '../ui/dialog.tsx'
import { VisuallyHidden } from '../ui/visually-hidden.tsx'
import styles from './offers.module.css'
import { useLink } from '../router/link.tsx'
import { clockOf, useCountdown } from './use-countdown.ts'

/** How long a member has been in the members area when the popup opens, in ms (docs/requirements.tsv). */
const POPUP_DELAY = 40_000

/** How often the server is asked again whether the bonus is over, in ms. */
const AGAIN = 5_000

const HOUR = 3600
const TEN_MINUTES = 600

interface TimeBonusProps {
  user: User
  bonus: NonNullable<User['time_bonus']>
  /** When the member entered the members area, by `performance.now()`. */
  since: () => number
}

/** The welcome bonus of a member's first hours: a banner with its countdown, and one popup for members without credits. */
export function TimeBonus({ user, bonus, since }: TimeBonusProps) {
  const t = useT()
  const credits = useLink('credits')
  const left = useCountdown(bonus.ends_at)
  const { translator } = useSite()
  const timeZone = useTimeZone()
  const { percentage, ends_at: end } = bonus
  const time = translator.intl.formatDate(end, {
    hour: 'numeric',
    minute: '2-digit',
    // Before the page is hydrated, the hour is the brand's.
    timeZoneName: 'short',
    timeZone
  })
  useRefetchAtEnd(left === 0)
  return (
    <>
      {left > 0 && (
        <Banner
          tone="brand"
          data-testid="banner-time-bonus"
          action={
            <LinkButton variant="secondary" small {...credits}>
              {t('discount.see')}
            </LinkButton>
          }
        >
          {t('discount.bonus', { percentage, time })}{' '}
          <span role="timer" aria-label={t('discount.left')} className={styles.clock}>
            {clockOf(left)}
          </span>
        </Banner>
      )}
      {/* The countdown itself is not announced; this text is, when it changes. */}
      <VisuallyHidden>
        <span role="status">
          {left === 0 ? t('discount.over') : left <= TEN_MINUTES ? t('discount.minutes') : left <= HOUR ? t('discount.hour') : ''}
        </span>
      </VisuallyHidden>
      {left > 0 && user.credits === 0 && (
        <Popup member={user.id} shown={bonus.popup_shown} percentage={percentage} time={time} since={since} />
      )}
    </>
  )
}

/**
 * At the end, prices are full prices again, and the next offer may apply. Repeated until the server, whose clock may be behind, gives the bonus no
 * more; the prices are fetched after its answer, when they are surely the full ones.
 */
function useRefetchAtEnd(over: boolean): void {
  const queryClient = useQueryClient()
  useEffect(() => {
    if (!over) return
    const refetch = async () => {
      for (const name of ['getUser', 'getCredits'] as const) await queryClient.invalidateQueries({ queryKey: [name] })
    }
    void refetch()
    const timer = setInterval(() => void refetch(), AGAIN)
    return () => clearInterval(timer)
  }, [over, queryClient])
}

interface PopupProps extends Pick<TimeBonusProps, 'since'> {
  member: string
  /** It was shown before, here or on another device. */
  shown: boolean
  percentage: number
  time: string
}

/**
 * Opens once for a member, at a moment when it doesn't disturb. That it was shown is stored on this device, where its closing is stored too, and at
 * the origin.
 */
function Popup({ member, shown, percentage, time, since }: PopupProps) {
  const t = useT()
  const credits = useLink('credits')
  const [open, setOpen] = useState(false)
  useEffect(() => {
    if (shown || isDismissed('hide_time_bonus_modal', member)) return
    let here = true
    const timer = setTimeout(
      () =>
        void whenFree().then(() => {
          if (!here || isDismissed('hide_time_bonus_modal', member)) return
          dismiss('hide_time_bonus_modal', member)
          // Without an answer this device still knows.
          attempt('seeTimeBonus', { body: {} }).catch(() => {})
          setOpen(true)
        }),
      Math.max(0, since() + POPUP_DELAY - performance.now())
    )
    return () => {
      here = false
      clearTimeout(timer)
    }
  }, [member, shown, since])
  if (!open) return null
  return (
    <Dialog
      open
      size="small"
      onClose={() => setOpen(false)}
      title={t('discount.modal_title', { percentage })}
      closeLabel={t('form.close')}
      data-testid="time-bonus-modal"
      actions={
        <>
          <LinkButton wide {...credits}>
            {t('discount.see')}
          </LinkButton>
          <Button wide variant="secondary" onClick={() => setOpen(false)}>
            {t('discount.later')}
          </Button>
        </>
      }
    >
      <p>{t('discount.modal_text', { percentage, time })}</p>
    </Dialog>
  )
}
