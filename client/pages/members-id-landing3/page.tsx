import type { MemberProfile } from '../../../shared/api/members.ts'
import { MemberJoinCall } from '../../landing/join-call.tsx'
import { Landing } from '../../landing/landing.tsx'
import { InterestIcon } from '../../members/interest-icon.tsx'
import { usePicture } from '../../members/picture.ts'
import { PlaceName } from '../../members/place.tsx'
import { useMessage, useT } from '../../site/site.tsx'
import { Avatar } from '../../ui/avatar.tsx'
import { Icon } from '../../ui/icon.tsx'
import type { PageProps } from '../registry.ts'
import styles from './members-id-landing3.module.css'

/** Things you might share: the member's interests as tiles; if there are none, what the site promises. */
export default function InterestsLanding({ params }: PageProps) {
  return <Landing id={params.id!}>{(member) => <Tiles member={member} />}</Landing>
}

function Tiles({ member }: { member: MemberProfile }) {
  const t = useT()
  const picture = usePicture(member.main_image)
  const shared = member.interests.length > 0
  return (
    <div className={styles.page} data-testid="landing-interests">
      <div className={styles.head}>
        <Avatar src={picture} alt="" size="huge" />
        <div className={styles.words}>
          <h1 className={styles.heading}>{t(shared ? 'landing.common' : 'landing.meet', { member: member.name })}</h1>
          <p className={styles.place}>
            <bdi>{member.name}</bdi>, {member.age !== null && `${member.age}, `}
            <PlaceName country={member.country} region_name={member.region_name} />
          </p>
        </div>
      </div>
      {shared ? <Interests interests={member.interests} /> : <Promises />}
      <MemberJoinCall id={member.id} label={shared ? t('landing.find_out') : t('landing.hello')} />
    </div>
  )
}

function Interests({ interests }: { interests: readonly string[] }) {
  const message = useMessage()
  return (
    <ul className={styles.tiles}>
      {interests.map((interest) => (
        <li key={interest} className={styles.tile}>
          <InterestIcon interest={interest} />
          {message(`interest.${interest}`)}
        </li>
      ))}
    </ul>
  )
}

function Promises() {
  const t = useT()
  return (
    <ul className={styles.promises}>
      <li className={styles.tile}>
        <Icon name="pin" />
        {t('lander.point_region')}
      </li>
      <li className={styles.tile}>
        <Icon name="shield" />
        {t('landing.promise_shown')}
      </li>
    </ul>
  )
}
