import type { MemberCard } from '../../shared/api/members.ts'
import { useSite, useT } from '../site/site.tsx'
import { IconButton, IconLink } from '../ui/button.tsx'
import { useJoin } from './use-join.ts'
import { useLike } from './use-like.ts'

type Liked = Pick<MemberCard, 'id' | 'name' | 'liked' | 'fictional'>

/** The heart in the corner of a card. For visitors it opens the sign-up. */
export function LikeButton({ member, onLiked }: { member: Liked; onLiked?: ((liked: boolean) => void) | undefined }) {
  return useSite().member ? <MemberLike member={member} onLiked={onLiked} /> : <VisitorLike member={member} />
}

function MemberLike({ member, onLiked }: { member: Liked; onLiked: ((liked: boolean) => void) | undefined }) {
  const t = useT()
  const { liked, press } = useLike(member)
  function handleClick() {
    onLiked?.(!liked)
    press()
  }
  return (
    <IconButton
      variant="overlay"
      icon={liked ? 'heart-filled' : 'heart'}
      label={t('member.like_name', { member: member.name })}
      aria-pressed={liked}
      onClick={handleClick}
    />
  )
}

function VisitorLike({ member }: { member: Liked }) {
  const t = useT()
  return <IconLink variant="overlay" icon="heart" label={t('member.like_name', { member: member.name })} {...useJoin(member)} />
}
