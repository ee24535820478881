import { type ReactNode, useState } from 'react'
import type { Conversation } from '../../shared/api/chats.ts'
import type { MemberCard } from '../../shared/api/members.ts'
import { href } from '../../shared/routes/match.ts'
import { EXPORT_ANCHOR } from '../../shared/rules/export.ts'
import { BlockDialog } from '../members/block-dialog-later.ts'
import { useRouter } from '../router/context.ts'
import { useLink } from '../router/link.tsx'
import { useT } from '../site/site.tsx'
import { Icon } from '../ui/icon.tsx'
import { Menu, MenuButton, MenuLink } from '../ui/menu.tsx'
import { cx } from '../ui/props.ts'
import styles from './head-menu.module.css'
import { useMute } from './use-mute.ts'

export interface HeadProps {
  chat: Conversation
  /** Null until the first message is sent. */
  conversation: string | null
  onReport: (() => void) | null
}

/** What can be done about a conversation and the other member, and how long messages are kept: in a long one the note above the first is far away. */
export default function HeadMenu({ chat: { profile, muted, history_months: months }, conversation, onReport }: HeadProps) {
  const history = <History months={months} />
  return profile ? (
    <More profile={profile} muted={muted} conversation={conversation} onReport={onReport} history={history} />
  ) : (
    onReport && <MoreGone onReport={onReport} history={history} />
  )
}

interface MoreProps extends Omit<HeadProps, 'chat'> {
  profile: MemberCard
  muted: boolean
  history: ReactNode
}

function More({ profile: { id, name }, muted, conversation, onReport, history }: MoreProps) {
  const t = useT()
  const {
    navigate,
    location: { path }
  } = useRouter()
  const [asking, setAsking] = useState(false)
  const mute = useMute()

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
        {history}
      </Menu>
      {asking && <BlockDialog id={id} name={name} onClose={() => setAsking(false)} onBlocked={leave} />}
    </>
  )
}

/** Someone who has left, or blocked the viewer, can still be reported. */
function MoreGone({ onReport, history }: { onReport: () => void; history: ReactNode }) {
  const t = useT()
  return (
    <Menu trigger={<Icon name="more" size="large" />} label={t('chat.more')} className={cx(styles.more, 'needs-script')}>
      <MenuButton icon="flag" onClick={onReport}>
        {t('chat.report_gone')}
      </MenuButton>
      {history}
    </Menu>
  )
}

/** How long messages are kept, and a copy of them before they are deleted. */
function History({ months }: { months: number }) {
  const t = useT()
  return (
    <>
      <li className={styles.history}>{t('chat.history', { months })}</li>
      <MenuLink icon="download" href={`${href('settings')}#${EXPORT_ANCHOR}`}>
        {t('export.action')}
      </MenuLink>
    </>
  )
}
