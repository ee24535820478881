import { useQuery } from '@tanstack/react-query'
import { useEffect, type ReactNode } from 'react'
import type { LikedMember } from '../../shared/api/likes.ts'
import type { MemberCard } from '../../shared/api/members.ts'
import { isNotFound } from '../api/api-error.ts'
import { queryOf } from '../api/queries.ts'
import { FictionalTag } from '../members/fictional-tag.tsx'
import { usePicture } from '../members/picture.ts'
import { SharedInterests } from '../members/shared-interests.tsx'
import { useLink } from '../router/link.tsx'
import { useUser } from '../session/use-user.ts'
import { useT } from '../site/site.tsx'
import { closeLikeModal, type LikeModalContent } from '../state/like-modal.ts'
import { LinkButton } from '../ui/button.tsx'
import { Dialog } from '../ui/dialog.tsx'
import { Icon } from '../ui/icon.tsx'
import styles from './like-modal.module.css'

/**
 * A match, a new like or a suggestion. Any click closes it; picture and button also lead to the member. If they leave or block the viewer while it is
 * open, or while it waits for its turn, it closes by itself: its links would lead nowhere.
 */
export default function LikeModal({ content }: { content: LikeModalContent }) {
  const { error } = useQuery(queryOf('getLike', { id: content.member.id }))
  const gone = isNotFound(error)
  useEffect(() => {
    if (gone) closeLikeModal()
  }, [gone])
  return content.kind === 'match' ? <Match member={content.member} /> : <NewLike content={content} />
}

/** Sent to an embedding page: a picture or a button of the modal was pressed. */
function tell(content: LikeModalContent, part: 'image' | 'button'): void {
  const { kind, member } = content
  document.dispatchEvent(new CustomEvent('like-modal', { detail: { kind, part, id: member.id } }))
}

function Match({ member }: { member: LikedMember }) {
  const t = useT()
  const user = useUser()
  const chat = useLink('members-id-chat', { id: member.id })
  const own = usePicture(user?.profile?.main_image)
  const picture = usePicture(member.main_image)
  useEffect(() => {
    // Not supported everywhere (iPhone), which TypeScript's types don't know.
    ;(navigator as Partial<Navigator>).vibrate?.(10)
  }, [])
  const content = { kind: 'match', member } as const
  return (
    <Sheet title={t('match.title')} action={<Way content={content} link={chat} label={t('match.write', { member: member.name })} />}>
      <div className={styles.pair}>
        <span className={styles.own}>
          <Portrait src={own} />
        </span>
        <Picture content={content} link={chat} src={picture} label={t('match.write', { member: member.name })} />
        <span className={styles.heart} aria-hidden="true">
          <Icon name="heart-filled" size="large" />
        </span>
      </div>
      <p className={styles.text}>{t('match.text', { member: member.name })}</p>
      <Label member={member} />
      {member.shared_interests.length > 0 && <SharedInterests interests={member.shared_interests} />}
    </Sheet>
  )
}

function NewLike({ content }: { content: Exclude<LikeModalContent, { kind: 'match' }> }) {
  const t = useT()
  const { kind, member } = content
  const profile = useLink('members-id', { id: member.id })
  const view = t('new-like.profile', { member: member.name })
  return (
    <Sheet
      title={kind === 'suggestion' ? t('new-like.suggestion_title') : t('new-like.title', { member: member.name })}
      action={<Way content={content} link={profile} label={t('new-like.view')} />}
    >
      <div className={styles.single}>
        <Picture content={content} link={profile} src={usePicture(member.main_image, 'match')} label={view} />
      </div>
      {kind === 'suggestion' && <p className={styles.text}>{t('new-like.suggestion_text', { member: member.name })}</p>}
      {kind === 'like' && content.automatic && <p className={styles.text}>{t('new-like.automatic_text', { member: member.name })}</p>}
      <Label member={member} />
    </Sheet>
  )
}

function Sheet({ title, action, children }: { title: string; action: ReactNode; children: ReactNode }) {
  const t = useT()
  return (
    <Dialog
      open
      anyClick
      size="small"
      onClose={closeLikeModal}
      title={title}
      closeLabel={t('form.close')}
      className={styles.sheet}
      actions={action}
    >
      <div className={styles.content}>{children}</div>
    </Dialog>
  )
}

type Target = ReturnType<typeof useLink>

/** The button that leads on. */
function Way({ content, link, label }: { content: LikeModalContent; link: Target; label: string }) {
  return (
    <LinkButton
      wide
      href={link.href}
      onClick={(event) => {
        tell(content, 'button')
        link.onClick(event)
      }}
    >
      {label}
    </LinkButton>
  )
}

/** The portrait, which leads to the same page as the button. */
function Picture({ content, link, src, label }: { content: LikeModalContent; link: Target; src: string | null; label: string }) {
  return (
    <a
      href={link.href}
      className={styles.picture}
      aria-label={label}
      onClick={(event) => {
        tell(content, 'image')
        link.onClick(event)
      }}
    >
      <Portrait src={src} />
    </a>
  )
}

function Portrait({ src }: { src: string | null }) {
  return src === null ? <Icon name="user" size="huge" /> : <img src={src} alt="" width={320} height={400} />
}

function Label({ member }: { member: MemberCard }) {
  return member.fictional ? <FictionalTag tone="accent" /> : null
}
