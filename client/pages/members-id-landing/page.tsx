import { MemberJoinCall } from '../../landing/join-call.tsx'
import { Landing } from '../../landing/landing.tsx'
import { usePicture } from '../../members/picture.ts'
import { PlaceName } from '../../members/place.tsx'
import { useSignupsOpen } from '../../site/signup-way.ts'
import { useMessage, useSite, useT } from '../../site/site.tsx'
import { Icon } from '../../ui/icon.tsx'
import type { MemberProfile } from '../../../shared/api/members.ts'
import type { PageProps } from '../registry.ts'
import styles from './members-id-landing.module.css'

/** The portrait: as large as the screen allows, the name on it, one line about who they look for. */
export default function PortraitLanding({ params }: PageProps) {
  return <Landing id={params.id!}>{(member) => <Portrait member={member} />}</Landing>
}

function Portrait({ member }: { member: MemberProfile }) {
  const t = useT()
  const message = useMessage()
  const { translator } = useSite()
  const picture = usePicture(member.main_image, 'full')
  const wished = member.looking_for.map((gender) => message(`gender.many.${gender}`))
  return (
    <div className={styles.page} data-testid="landing-portrait">
      <div className={styles.frame}>
        {picture ? (
          <img className={styles.picture} src={picture} alt="" width={800} height={1000} fetchPriority="high" />
        ) : (
          <span className={styles.none}>
            <Icon name="user" size="huge" />
          </span>
        )}
      </div>
      <div className={styles.words}>
        <h1 className={styles.heading}>{t('landing.meet', { member: member.name })}</h1>
        <p className={styles.place}>
          {member.age !== null && `${member.age}, `}
          <PlaceName country={member.country} region_name={member.region_name} whole />
        </p>
        {wished.length > 0 && <p>{t('profile.looking_for', { genders: translator.intl.formatList(wished, { type: 'unit' }) })}</p>}
        <p className={styles.lead}>{t(useSignupsOpen() ? 'landing.lead' : 'landing.lead_closed', { member: member.name })}</p>
        <MemberJoinCall id={member.id} label={t('landing.hello')} />
      </div>
    </div>
  )
}
