import { useState } from 'react'
import type { MemberCard } from '../../../shared/api/members.ts'
import { useSite, useT } from '../../site/site.tsx'
import { GiftButton, VisitorGiftButton } from '../../gifts/gift-button.tsx'
import { BlockDialog } from '../../members/block-dialog-later.ts'
import { useJoin } from '../../members/use-join.ts'
import { useLike } from '../../members/use-like.ts'
import { useLink } from '../../router/link.tsx'
import { openReport } from '../../state/report.ts'
import { Button, LinkButton } from '../../ui/button.tsx'
import { Icon } from '../../ui/icon.tsx'
import { Menu, MenuButton } from '../../ui/menu.tsx'
import styles from './actions.module.css'

/** Message first, then like and gift, then rarely needed actions. On phones they stay at the bottom of the screen. `gifts`: they accept some. */
export function Actions({ member, gifts }: { member: MemberCard; gifts: boolean }) {
  const t = useT()
  const site = useSite()
  return (
    <div className={`${styles.actions} when-complete`} role="group" aria-label={t('profile.actions')}>
      {site.member ? <MemberActions member={member} gifts={gifts} /> : <VisitorActions member={member} gifts={gifts} />}
    </div>
  )
}

function MemberActions({ member, gifts }: { member: MemberCard; gifts: boolean }) {
  const { id, name } = member
  const t = useT()
  const { liked, press } = useLike(member)
  const chat = useLink('members-id-chat', { id })
  const [asking, setAsking] = useState(false)
  return (
    <>
      <LinkButton icon="message" className={styles.main} {...chat}>
        {t('member.message')}
      </LinkButton>
      <Button variant="secondary" icon={liked ? 'heart-filled' : 'heart'} data-on={liked || undefined} onClick={press}>
        <span className={styles.word}>{liked ? t('profile.unlike') : t('profile.like')}</span>
      </Button>
      {gifts && <GiftButton member={member} />}
      <Menu trigger={<Icon name="more" size="large" />} label={t('profile.more')} side="foot" className={styles.menu}>
        <MenuButton icon="flag" onClick={() => openReport({ about: { member: id }, name, blockable: id })}>
          {t('safety.report', { member: name })}
        </MenuButton>
        <MenuButton icon="block" tone="danger" onClick={() => setAsking(true)}>
          {t('block.open', { member: name })}
        </MenuButton>
      </Menu>
      {asking && <BlockDialog id={id} name={name} onClose={() => setAsking(false)} />}
    </>
  )
}

function VisitorActions({ member, gifts }: { member: MemberCard; gifts: boolean }) {
  const t = useT()
  const join = useJoin(member)
  return (
    <>
      <LinkButton icon="message" className={styles.main} {...join}>
        {t('member.message')}
      </LinkButton>
      <LinkButton variant="secondary" icon="heart" {...join}>
        <span className={styles.word}>{t('profile.like')}</span>
      </LinkButton>
      {gifts && <VisitorGiftButton member={member} />}
    </>
  )
}
