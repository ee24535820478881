import type { MemberCard } from '../../shared/api/members.ts'
import { hydratedLater } from '../site/hydrated-later.tsx'
import { useT } from '../site/site.tsx'
import { FictionalTag } from '../members/fictional-tag.tsx'
import { usePicture } from '../members/picture.ts'
import { Link, useLink } from '../router/link.tsx'
import { useTyping } from '../state/typing.ts'
import { Avatar } from '../ui/avatar.tsx'
import { IconLink } from '../ui/button.tsx'
import { cx } from '../ui/props.ts'
import styles from './conversation-head.module.css'
import type { HeadProps } from './head-menu.tsx'

/** The menu of a conversation. Its code is loaded after the page, which is at its weight limit. */
const HeadMenu = hydratedLater(() => import('./head-menu.tsx'), ['export'])

/** The other member, what they are doing, and the back button. */
export function ConversationHead({ chat, conversation, onReport }: HeadProps) {
  const { profile } = chat
  const t = useT()
  const chats = useLink('chats')
  return (
    <header className={styles.head}>
      <IconLink icon="back" label={t('chat.back')} className={styles.back} {...chats} />
      {profile ? <Person profile={profile} conversation={conversation} /> : <Gone />}
      <HeadMenu chat={chat} conversation={conversation} onReport={onReport} />
    </header>
  )
}

function Person({ profile, conversation }: { profile: MemberCard; conversation: string | null }) {
  const t = useT()
  const typing = useTyping(conversation)
  const online = profile.online === 'now' && !profile.fictional
  return (
    <Link to="members-id" params={{ id: profile.id }} className={styles.person}>
      <Avatar src={usePicture(profile.main_image)} alt="" size="regular" className={styles.avatar} {...(online ? { online: '' } : {})} />
      <span className={cx(styles.words, 'when-complete')}>
        <h1 className={styles.name}>
          <bdi>{profile.name}</bdi>
          {profile.age !== null && <span className={styles.age}>, {profile.age}</span>}
        </h1>
        {profile.fictional ? (
          <FictionalTag />
        ) : typing ? (
          <span className={styles.typing}>{t('chat.typing')}</span>
        ) : (
          profile.online !== 'no' && <span className={styles.presence}>{online ? t('member.online_now') : t('member.active_today')}</span>
        )}
      </span>
    </Link>
  )
}

function Gone() {
  const t = useT()
  return (
    <div className={styles.person}>
      <Avatar src={null} alt="" size="regular" className={styles.avatar} />
      <h1 className={styles.name}>{t('chat.somebody_gone')}</h1>
    </div>
  )
}
