import { isOffered } from '../../../shared/routes/match.ts'
import { useSite, useT, type MessageKey } from '../../site/site.tsx'
import { useLink } from '../../router/link.tsx'
import { LinkButton } from '../../ui/button.tsx'
import { Icon, type IconName } from '../../ui/icon.tsx'
import styles from './activate-done.module.css'

interface NextStep {
  route: string
  icon: IconName
  title: MessageKey
  text: MessageKey
  action: MessageKey
  variant: 'primary' | 'secondary' | 'accent'
}

const STEPS: readonly NextStep[] = [
  {
    route: 'members',
    icon: 'search',
    title: 'activate-done.members_title',
    text: 'activate-done.members_text',
    action: 'activate-done.members_action',
    variant: 'primary'
  },
  {
    route: 'complete-signup',
    icon: 'user',
    title: 'activate-done.signup_title',
    text: 'activate-done.signup_text',
    action: 'activate-done.signup_action',
    variant: 'secondary'
  },
  {
    route: 'premium',
    icon: 'crown',
    title: 'activate-done.premium_title',
    text: 'activate-done.premium_text',
    action: 'activate-done.premium_action',
    variant: 'accent'
  }
]

export default function ActivateDonePage() {
  const t = useT()
  const { tenant } = useSite()
  return (
    <div className={styles.page}>
      <div className={styles.head}>
        <span className={styles.tick}>
          <Icon name="check" size="large" />
        </span>
        <h1>{t('activate-done.heading')}</h1>
        <p className={styles.lead}>{t('activate-done.lead', { site: tenant.name })}</p>
      </div>
      <ul className={styles.cards}>
        {STEPS.filter(({ route }) => isOffered(route, tenant)).map((step) => (
          <StepCard key={step.route} step={step} />
        ))}
      </ul>
    </div>
  )
}

/** The brand's claim about premium, never without the source of the figure. */
function Claim() {
  const t = useT()
  const { tenant, translator } = useSite()
  if (!tenant.premium_claim) return null
  const { percent, source, measured_on: measured } = tenant.premium_claim
  const date = measured && translator.intl.formatDate(measured, { dateStyle: 'long', timeZone: 'UTC' })
  return (
    <>
      {t('activate-done.premium_claim', { percent: new Intl.NumberFormat(translator.tag).format(percent) })}{' '}
      <small>{source ? t('activate-done.claim_source', { source, date }) : t('activate-done.claim_example')}</small>
    </>
  )
}

function StepCard({ step }: { step: NextStep }) {
  const t = useT()
  const { tenant } = useSite()
  const isPremium = step.route === 'premium'
  return (
    <li className={styles.card}>
      <Icon name={step.icon} size="large" className={styles.icon} />
      <h2>{t(step.title)}</h2>
      <p className={styles.text}>
        {/* Where messages are free, no member is limited to two conversations. */}
        {t(isPremium && tenant.message_credits === 0 ? 'activate-done.premium_photos' : step.text)} {isPremium && <Claim />}
      </p>
      <StepLink step={step} />
    </li>
  )
}

function StepLink({ step }: { step: NextStep }) {
  const t = useT()
  return (
    <LinkButton variant={step.variant} wide className={styles.action} {...useLink(step.route)}>
      {t(step.action)}
    </LinkButton>
  )
}
