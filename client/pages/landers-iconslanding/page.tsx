import { interestsOfNiche, isIntimate } from '../../../shared/tenants/interests.ts'
import { LanderPoints } from '../../landing/lander-points.tsx'
import { LanderWords } from '../../landing/lander-words.tsx'
import { InterestIcon } from '../../members/interest-icon.tsx'
import { useMessage, useSite, useT } from '../../site/site.tsx'
import styles from './landers-iconslanding.module.css'

/** A number that fills rows of two, three, four, six and eight. */
const SHOWN = 24

/**
 * The interests that the brand's profiles offer, as a wall of signs with names; intimate ones aren't shown to visitors. No members and no numbers are
 * shown; the visit remembers its campaign.
 */
export default function IconsLander() {
  const t = useT()
  const message = useMessage()
  const { tenant } = useSite()
  const interests = (tenant.interests ?? interestsOfNiche(tenant.niche)).filter((interest) => !isIntimate(interest)).slice(0, SHOWN)
  return (
    <div className={styles.page} data-testid="lander-iconslanding">
      <div className={styles.words}>
        <LanderWords heading={t('landers-iconslanding.heading')} lead={t('landers-iconslanding.lead', { site: tenant.name })} large muted />
      </div>
      <ul className={styles.wall} aria-label={t('landers-iconslanding.list', { site: tenant.name })}>
        {interests.map((interest) => (
          <li key={interest} className={styles.tile}>
            <InterestIcon interest={interest} />
            {message(`interest.${interest}`)}
          </li>
        ))}
      </ul>
      <LanderPoints />
    </div>
  )
}
