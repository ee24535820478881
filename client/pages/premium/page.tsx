import { FREE_CONVERSATIONS } from '../../../shared/rules/message-cost.ts'
import { photoLimit } from '../../../shared/rules/photo-limit.ts'
import { useLink } from '../../router/link.tsx'
import { useUser } from '../../session/use-user.ts'
import { useCredits } from '../../shop/use-credits.ts'
import { useMoney } from '../../shop/use-money.ts'
import { useSite, useT } from '../../site/site.tsx'
import { LinkButton } from '../../ui/button.tsx'
import { Icon, type IconName } from '../../ui/icon.tsx'
import styles from './premium.module.css'

/** What Premium is: every line is true, for members with it and without. */
export default function PremiumPage() {
  const t = useT()
  const { tenant } = useSite()
  const user = useUser()
  const credits = useLink('credits')
  const paid = user?.paid_user ?? false
  return (
    <div className={styles.page}>
      <div className={styles.head}>
        <span className={styles.crown}>
          <Icon name="crown" size="large" />
        </span>
        <h1>{paid ? t('premium.own_heading') : t('premium.heading')}</h1>
        <p className={styles.lead}>{paid ? t('premium.own_lead') : t('premium.lead')}</p>
      </div>
      <ul className={styles.lines}>
        <Line icon="picture" title={t('premium.photos_title')}>
          {t('premium.photos_text')}
        </Line>
        {/* Where messages are free, no member is limited to two conversations. */}
        {tenant.message_credits > 0 && (
          <Line icon="message" title={t('premium.conversations_title')}>
            {t('premium.conversations_text', { free: FREE_CONVERSATIONS })}
          </Line>
        )}
        <Line icon="camera" title={t('premium.uploads_title')}>
          {t('premium.uploads_text', { premium: photoLimit({ paid: true }), free: photoLimit({ paid: false }) })}
        </Line>
        <Line icon="check" title={t('premium.stays_title')}>
          {t('premium.stays_text')}
        </Line>
      </ul>
      <div className={styles.action}>
        <LinkButton {...credits} variant={paid ? 'secondary' : 'accent'} icon={paid ? 'coin' : 'crown'}>
          {paid ? t('pricing.buy') : t('premium.action')}
        </LinkButton>
        <From />
      </div>
    </div>
  )
}

function Line({ icon, title, children }: { icon: IconName; title: string; children: string }) {
  return (
    <li className={styles.line}>
      <Icon name={icon} size="large" className={styles.icon} />
      <div>
        <h2 className={styles.title}>{title}</h2>
        <p className={styles.text}>{children}</p>
      </div>
    </li>
  )
}

/** The lowest price, so that members needn't click on to learn it; its line is reserved until it is known. */
function From() {
  const t = useT()
  const money = useMoney()
  const { data } = useCredits()
  const [first] = data?.bundles ?? []
  return (
    <p className={styles.from}>
      {first && data ? t('premium.from', { price: money(first.discounted ?? first.price, data.currency) }) : '\u00a0'}
    </p>
  )
}
