import type { ProfileStep } from '../../../shared/rules/profile-step.ts'
import { memberBanners } from '../../../shared/rules/banners.ts'
import type { User } from '../../../shared/api/user.ts'
import { useResendActivation } from '../../account/use-resend-activation.ts'
import { useDismissal } from '../../banners/use-dismissal.ts'
import { useUser } from '../../session/use-user.ts'
import { useMessage, useT } from '../../site/site.tsx'
import { usePush } from '../../state/push.ts'
import { Button } from '../../ui/button.tsx'
import type { IconName } from '../../ui/icon.tsx'
import { Way, WayIcon } from './way.tsx'
import styles from './way.module.css'

const STEPS = {
  complete: { icon: 'edit', to: 'complete-signup' },
  photo: { icon: 'camera', to: 'profile' },
  about: { icon: 'edit', to: 'profile' },
  interests: { icon: 'sparkle', to: 'profile' }
} as const satisfies Record<Exclude<ProfileStep, 'confirm_mail'>, { icon: IconName; to: string }>

/** The one thing that would help the member's profile most; nothing if a banner above the page asks for the same. */
export function NextStep({ step }: { step: ProfileStep | null }) {
  const user = useUser()
  return step && user && <Step step={step} user={user} />
}

function Step({ step, user }: { step: ProfileStep; user: User }) {
  const message = useMessage()
  const above = useAbove(user)
  if (above.includes(step)) return null
  if (step === 'confirm_mail') return <Confirm email={user.email} />
  return <Way {...STEPS[step]} title={message(`index.step.${step}`)} text={message(`index.step.${step}_text`)} />
}

function Confirm({ email }: { email: string }) {
  const t = useT()
  const { busy, text, resend } = useResendActivation()
  return (
    <div className={styles.way}>
      <WayIcon name="mail" />
      <div className={styles.words}>
        <h2 className={styles.title}>{t('banner.activation_title')}</h2>
        <p className={styles.text}>{t('banner.activation', { email })}</p>
        <Button variant="secondary" small className={styles.action} busy={busy} busyLabel={t('form.sending')} onClick={() => void resend()}>
          {t('activation.resend')}
        </Button>
        <p className={styles.text} role="status">
          {text}
        </p>
      </div>
    </div>
  )
}

/** The steps that banners on this page ask for already. */
function useAbove(user: User): ProfileStep[] {
  const push = usePush()
  const [photoClosed] = useDismissal('hide_enrich_alert', user.id)
  const banners = memberBanners(user, push)
  return [
    ...(banners.includes('activation') ? (['confirm_mail'] as const) : []),
    ...(banners.includes('photo') && !photoClosed ? (['photo'] as const) : [])
  ]
}
