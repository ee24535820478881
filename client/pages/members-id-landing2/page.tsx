import type { MemberProfile } from '../../../shared/api/members.ts'
import { MemberJoinCall } from '../../landing/join-call.tsx'
import { Landing } from '../../landing/landing.tsx'
import { usePicture } from '../../members/picture.ts'
import { PlaceName } from '../../members/place.tsx'
import { useT } from '../../site/site.tsx'
import { Avatar } from '../../ui/avatar.tsx'
import type { PageProps } from '../registry.ts'
import styles from './members-id-landing2.module.css'

/** The letter: what the member has written about themselves, signed with their picture. */
export default function LetterLanding({ params }: PageProps) {
  return <Landing id={params.id!}>{(member) => <Letter member={member} />}</Landing>
}

function Letter({ member }: { member: MemberProfile }) {
  const t = useT()
  const picture = usePicture(member.main_image)
  const words = member.about ?? member.wishes
  return (
    <div className={styles.page} data-testid="landing-letter">
      <h1 className={styles.heading}>{t(words ? 'landing.words' : 'landing.meet', { member: member.name })}</h1>
      <figure className={styles.letter}>
        {words && (
          <blockquote className={styles.text} dir="auto">
            {words}
          </blockquote>
        )}
        <figcaption className={styles.signature}>
          <Avatar src={picture} alt="" size="huge" />
          <span>
            <span className={styles.name}>
              <bdi>{member.name}</bdi>
              {member.age !== null && `, ${member.age}`}
            </span>
            <span className={styles.place}>
              <PlaceName country={member.country} region_name={member.region_name} whole />
            </span>
          </span>
        </figcaption>
      </figure>
      <MemberJoinCall id={member.id} label={words ? t('landing.answer') : t('landing.hello')} />
    </div>
  )
}
