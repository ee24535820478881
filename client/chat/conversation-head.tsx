import { useState } from 'react'
import type { Conversation } from '../../shared/api/chats.ts'
import type { MemberCard } from '../../shared/api/members.ts'
import { href } from '../../shared/routes/match.ts'
import { useT } from '../site/site.tsx'
import { BlockDialog } from '../members/block-later.ts'
import { FictionalTag } from '../members/fictional-tag.tsx'
import { usePicture } from '../members/picture.ts'
import { Link, useLink } from '../router/link.tsx'
import { useRouter } from '../router/context.ts'
import { useTyping } from '../state/typing.ts'
import { Avatar } from '../ui/avatar.tsx'
import { IconLink } from '../ui/button.tsx'
import { Icon } from '../ui/icon.tsx'
import { Menu, MenuButton, MenuLink } from '../ui/menu.tsx'
import { cx } from '../ui/props.ts'
import styles from './conversation-head.module.css'
import { useMute } from './use-mute.ts'

interface HeadProps {
  chat: Conversation
  /** Null until the first message is sent. */
  conversation: string | null
  onReport: (() => void) | null
}

/** The other member, what they are doing, and the back button. */
export function ConversationHead({ chat, conversation, onReport }: HeadProps) {
  const { profile } = chat
  const t = useT()
  const chats = useLink('chats')
  return (
    <header className={styles.head}>
      <IconLink icon="back" label={t('chat.back')} className={styles.back} {...chats} />
      {profile ? <Person profile={profile} conversation={conversation} /> : <Gone />}
      {profile ? (
        <More profile={profile} muted={chat.muted} conversation={conversation} onReport={onReport} />
      ) : (
        onReport && <MoreGone onReport={onReport} />
      )}
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
        {typing ? (
          <span className={styles.typing}>{t('chat.typing')}</span>
        ) : profile.fictional ? (
          <FictionalTag />
        ) : (
          profile.online !== 'no' && <span className={styles.presence}>{online ? t('member.online_now') : t('member.active_today')}</span>
        )}
      </span>
    </Link>
  )
}

interface MoreProps {
  profile: MemberCard
  muted: boolean
  conversation: string | null
  onReport: (() => void) | null
}

function More({ profile: { id, name }, muted, conversation, onReport }: MoreProps) {
  const t = useT()
  const { navigate, location } = useRouter()
  const [asking, setAsking] = useState(false)
  const mute = useMute()
  const [path] = location.url.split('?')

  /** A block that waited for the connection doesn't navigate once another page is open. */
  function leave(): void {
    if (window.location.pathname === path) navigate(href('chats'))
  }

  const profile = useLink('members-id', { id })
  return (
    <>
      <Menu trigger={<Icon name="more" size="large" />} label={t('chat.more')} className={cx(styles.more, 'needs-script')}>
        <MenuLink icon="user" {...profile}>
          {t('chat.profile')}
        </MenuLink>
        {conversation !== null && (
          <MenuButton icon={muted ? 'bell' : 'bell-off'} onClick={() => mute.mutate({ conversation, muted: !muted })}>
            {muted ? t('chats.unmute') : t('chats.mute')}
          </MenuButton>
        )}
        {onReport && (
          <MenuButton icon="flag" onClick={onReport}>
            {t('safety.report', { member: name })}
          </MenuButton>
        )}
        <MenuButton icon="block" tone="danger" onClick={() => setAsking(true)}>
          {t('block.open', { member: name })}
        </MenuButton>
      </Menu>
      {asking && <BlockDialog id={id} name={name} open onClose={() => setAsking(false)} onBlocked={leave} />}
    </>
  )
}

/** Someone who has left, or blocked the viewer, can still be reported. */
function MoreGone({ onReport }: { onReport: () => void }) {
  const t = useT()
  return (
    <Menu trigger={<Icon name="more" size="large" />} label={t('chat.more')} className={cx(styles.more, 'needs-script')}>
      <MenuButton icon="flag" onClick={onReport}>
        {t('chat.report_gone')}
      </MenuButton>
    </Menu>
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
