import type { MemberCard } from '../../../shared/api/members.ts'
import { useT } from '../../site/site.tsx'
import { FictionalTag } from '../../members/fictional-tag.tsx'
import { usePicture } from '../../members/picture.ts'
import { PlaceName } from '../../members/place.tsx'
import { useLink } from '../../router/link.tsx'
import { Avatar } from '../../ui/avatar.tsx'
import { LinkButton } from '../../ui/button.tsx'
import styles from './signup-matches.module.css'

/** The member whose profile the sign-up began on. */
export function Interest({ member }: { member: MemberCard }) {
  const t = useT()
  const profile = useLink('members-id', { id: member.id })
  const chat = useLink('members-id-chat', { id: member.id })
  return (
    <section className={styles.interest} aria-labelledby="interest">
      <Avatar src={usePicture(member.main_image)} alt="" size="huge" />
      <div className={styles.words}>
        <h2 id="interest">{t('signup-matches.interest', { member: member.name })}</h2>
        <p className={styles.lead}>
          {member.age !== null && `${member.age}, `}
          <PlaceName country={member.country} region_name={member.region_name} />
        </p>
        {member.fictional && <FictionalTag tone="accent" />}
        <div className={styles.ways}>
          <LinkButton icon="message" {...chat}>
            {t('member.message')}
          </LinkButton>
          <LinkButton variant="secondary" {...profile}>
            {t('signup-matches.profile')}
          </LinkButton>
        </div>
      </div>
    </section>
  )
}
