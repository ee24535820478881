import { useQuery } from '@tanstack/react-query'
import type { LikedMember } from '../../../shared/api/likes.ts'
import { isNotFound } from '../../api/api-error.ts'
import { queryOf } from '../../api/queries.ts'
import { LoadFailed } from '../../feedback/load-failed.tsx'
import { NotFound } from '../../feedback/not-found.tsx'
import { FictionalTag } from '../../members/fictional-tag.tsx'
import { usePicture } from '../../members/picture.ts'
import { PlaceName } from '../../members/place.tsx'
import { SharedInterests } from '../../members/shared-interests.tsx'
import { useLike } from '../../members/use-like.ts'
import { useVisit } from '../../members/use-visit.ts'
import { Link, useLink } from '../../router/link.tsx'
import { useT } from '../../site/site.tsx'
import { Button, LinkButton } from '../../ui/button.tsx'
import { Icon } from '../../ui/icon.tsx'
import { Skeleton } from '../../ui/skeleton.tsx'
import type { PageProps } from '../registry.ts'
import styles from './likes-m-id.module.css'
import { LoadingHeading } from '../../feedback/loading-heading.tsx'

/** A member in the likes context: who likes whom, and the answer to it. */
export default function Page({ params }: PageProps) {
  const id = params.id!
  const t = useT()
  const { data, error, refetch, dataUpdatedAt } = useQuery(queryOf('getLike', { id }))
  useVisit(id, data && !error ? dataUpdatedAt : 0)

  if (isNotFound(error)) return <NotFound />
  if (data) return <LikeOf member={data.member} />
  if (error) return <LoadFailed title={t('load-failed.profile')} level={1} error={error} retry={() => void refetch()} />
  return (
    <div className={styles.page} aria-busy="true">
      <LoadingHeading />
      <div className={styles.frame}>
        <Skeleton shape="block" />
      </div>
      <Skeleton width="half" />
    </div>
  )
}

function LikeOf({ member }: { member: LikedMember }) {
  const t = useT()
  const { liked, press } = useLike(member)
  const src = usePicture(member.main_image, 'full')
  const chat = useLink('members-id-chat', { id: member.id })
  const standing = standingOf({ ...member, liked })
  return (
    <article className={styles.page}>
      <div className={styles.frame}>
        {src ? (
          <img className={styles.picture} src={src} alt={t('likes.picture', { member: member.name })} width={800} height={1000} />
        ) : (
          <Icon name="user" size="huge" />
        )}
      </div>
      <header className={styles.head}>
        <h1 className={styles.name}>
          <bdi>{member.name}</bdi>
          {member.age !== null && <span className={styles.age}>, {member.age}</span>}
        </h1>
        <p className={styles.place}>
          <PlaceName country={member.country} region_name={member.region_name} />
        </p>
        {member.fictional && <FictionalTag tone="accent" />}
      </header>
      <div role="status" className="contents">
        {standing && (
          <p className={styles.standing}>
            <Icon name="heart-filled" size="small" />
            {t(standing, { member: member.name })}
          </p>
        )}
      </div>
      {member.automatic && <p className={styles.place}>{t('new-like.automatic_text', { member: member.name })}</p>}
      {member.shared_interests.length > 0 && <SharedInterests interests={member.shared_interests} />}
      <div className={styles.actions}>
        <Button
          variant={liked ? 'secondary' : 'primary'}
          icon={liked ? 'heart-filled' : 'heart'}
          data-on={liked || undefined}
          className={styles.action}
          onClick={press}
        >
          {liked ? t('likes.unlike') : member.likes_you ? t('likes.like_back') : t('likes.like')}
        </Button>
        <LinkButton variant={liked ? 'primary' : 'secondary'} icon="message" className={styles.action} {...chat}>
          {t('member.message')}
        </LinkButton>
      </div>
      <p>
        <Link to="members-id" params={{ id: member.id }}>
          {t('new-like.view')}
        </Link>
      </p>
    </article>
  )
}

/** Who likes whom, as a message; null if no one does. */
function standingOf({ liked, likes_you }: Pick<LikedMember, 'liked' | 'likes_you'>) {
  if (liked && likes_you) return 'match.text'
  if (likes_you) return 'new-like.title'
  return liked ? 'likes.you_like' : null
}
