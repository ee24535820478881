import type { MemberCard as Member } from '../../shared/api/members.ts'
import { useT } from '../site/site.tsx'
import { useLink } from '../router/link.tsx'
import { MemberCard } from '../ui/member-card.tsx'
import { FictionalTag } from './fictional-tag.tsx'
import { LikeButton } from './like-button.tsx'
import { usePicture } from './picture.ts'
import { PlaceName } from './place.tsx'

/**
 * A member in a grid: picture, name, age, place, presence, the heart. `tag` says something about them (a new like); a
 * profile made by the company carries its label over the name. `locked`: the picture is a blurred one.
 */
export function FoundMember({
  member,
  eager,
  locked = false,
  tag,
  note,
  onLiked
}: {
  member: Member
  eager?: boolean
  locked?: boolean
  tag?: React.ReactNode
  /** A line below the place. */
  note?: React.ReactNode
  /** Called when the heart is pressed. */
  onLiked?: (liked: boolean) => void
}) {
  const t = useT()
  const link = useLink('members-id', { id: member.id })
  return (
    <MemberCard
      {...link}
      name={member.name}
      age={member.age ?? undefined}
      place={<PlaceName country={member.country} region_name={member.region_name} />}
      src={usePicture(member.main_image)}
      eager={eager}
      {...(member.online === 'now' && !member.fictional ? { online: t('member.online_now') } : {})}
      {...(locked ? { locked: t('member.locked_picture') } : {})}
      label={member.fictional && <FictionalTag tone="picture" />}
      tag={tag}
      note={note}
      action={<LikeButton member={member} onLiked={onLiked} />}
    />
  )
}
