import { useRef } from 'react'
import type { LikesType } from '../../shared/api/likes.ts'
import { LoadFailed } from '../feedback/load-failed.tsx'
import { useT } from '../site/site.tsx'
import { useLink } from '../router/link.tsx'
import { Button, LinkButton } from '../ui/button.tsx'
import { EmptyState } from '../ui/empty-state.tsx'
import { CardGrid } from '../ui/layout.tsx'
import { MemberCardSkeletons } from '../ui/member-card.tsx'
import { FoundMember } from '../members/found-member.tsx'
import { LikeTag } from './like-tag.tsx'
import { LikesTabs } from './likes-tabs.tsx'
import type { ShownLike } from './likes-order.ts'
import { useFrozenLikes } from './use-frozen-likes.ts'
import styles from './likes-view.module.css'

/** Likes received (new ones first), given, and matches, each in a tab. An open list doesn't move. */
export function LikesView({ type }: { type: LikesType }) {
  const t = useT()
  const list = useFrozenLikes(type)
  const heading = useRef<HTMLHeadingElement>(null)
  function showFresh() {
    list.showFresh()
    window.scrollTo({ top: 0 })
    heading.current?.focus({ preventScroll: true })
  }
  return (
    <div className={styles.page}>
      <h1 ref={heading} tabIndex={-1}>
        {t('likes.heading')}
      </h1>
      <LikesTabs current={type} newLikes={list.totalNew} />
      <Fresh type={type} count={list.fresh} onShow={showFresh} />
      {list.likes ? (
        <Likes type={type} list={list} likes={list.likes} />
      ) : list.failed ? (
        <LoadFailed title={t('likes.failed_title')} error={list.error} retry={list.retry} />
      ) : (
        <MemberCardSkeletons />
      )}
    </div>
  )
}

/** Says that new likes have arrived, over the list instead of in it: nothing moves until the reader wants it. */
function Fresh({ type, count, onShow }: { type: LikesType; count: number; onShow: () => void }) {
  const t = useT()
  return (
    <div className={styles.fresh} role="status">
      {count > 0 && (
        <Button small icon="heart" className={styles.freshButton} onClick={onShow}>
          {type === 'matches' ? t('likes.fresh_matches', { count }) : t('likes.fresh_likes', { count })}
        </Button>
      )}
    </div>
  )
}

function Likes({ type, list, likes }: { type: LikesType; list: ReturnType<typeof useFrozenLikes>; likes: readonly ShownLike[] }) {
  const t = useT()
  if (likes.length === 0 && !list.hasMore) return <Empty type={type} />
  return (
    <>
      <CardGrid>
        {likes.map((like, index) => (
          <li key={like.id}>
            <FoundMember
              member={like}
              eager={index < 6}
              tag={<LikeTag automatic={like.automatic} fresh={like.like_new ?? false} match={like.match && type !== 'matches'} />}
              onLiked={(liked) => list.onLiked(like.id, liked)}
            />
          </li>
        ))}
      </CardGrid>
      {list.moreError ? (
        <LoadFailed title={t('likes.more_failed')} error={list.moreError} retry={list.onMore} />
      ) : (
        list.hasMore && (
          <div className={styles.more}>
            <Button variant="secondary" busy={list.loading} busyLabel={t('likes.loading')} onClick={list.onMore}>
              {t('likes.show_more')}
            </Button>
          </div>
        )
      )}
    </>
  )
}

const ART = { received: 'hearts', given: 'letter', matches: 'hearts' } as const

function Empty({ type }: { type: LikesType }) {
  const t = useT()
  return (
    <EmptyState
      art={ART[type]}
      title={t(`likes.none_${type}_title`)}
      action={<LinkButton {...useLink('members')}>{t('likes.none_action')}</LinkButton>}
    >
      {t(`likes.none_${type}_text`)}
    </EmptyState>
  )
}
