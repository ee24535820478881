import { useQueries } from '@tanstack/react-query'
import { useState } from 'react'
import { queryOf } from '../api/queries.ts'
import { LoadFailed } from '../feedback/load-failed.tsx'
import { useT } from '../site/site.tsx'
import { useLink } from '../router/link.tsx'
import { Badge, Tag } from '../ui/badge.tsx'
import { Button, LinkButton } from '../ui/button.tsx'
import { EmptyState } from '../ui/empty-state.tsx'
import { CardGrid } from '../ui/layout.tsx'
import { MemberCardSkeleton } from '../ui/member-card.tsx'
import { Tabs } from '../ui/tabs.tsx'
import { FoundMember } from './found-member.tsx'
import { likesOf, type LikesType, type ShownLike } from './likes-of.ts'
import styles from './likes-view.module.css'

const LIKES_TYPES: readonly LikesType[] = ['received', 'given', 'matches']

/** Likes received (new ones first), given, and matches, each in a tab. */
export function LikesView({ type }: { type: LikesType }) {
  const t = useT()
  const [shown, setShown] = useState(1)
  const pages = useQueries({
    queries: Array.from({ length: shown }, (_, index) => queryOf('listLikes', index === 0 ? {} : { page: String(index + 1) }))
  })
  const first = pages[0]?.data
  return (
    <div className={styles.page}>
      <h1>{t('likes.heading')}</h1>
      <LikesTabs type={type} fresh={first?.total_new ?? 0} />
      {first ? (
        <Likes
          type={type}
          {...likesOf(
            pages.map((page) => page.data),
            type
          )}
          loading={pages.at(-1)!.isLoading}
          onMore={() => setShown(shown + 1)}
        />
      ) : pages[0]?.isError ? (
        <LoadFailed title={t('likes.failed_title')} retry={() => void pages[0]?.refetch()} />
      ) : (
        <Waiting />
      )}
    </div>
  )
}

function LikesTabs({ type, fresh }: { type: LikesType; fresh: number }) {
  const t = useT()
  const links = {
    received: useLink('likes'),
    given: useLink('likes-type', { type: 'given' }),
    matches: useLink('likes-type', { type: 'matches' })
  }
  return (
    <Tabs
      label={t('likes.heading')}
      tabs={LIKES_TYPES.map((tab) => ({
        ...links[tab],
        label: t(`likes.${tab}`),
        current: tab === type,
        badge: tab === 'received' ? <Badge count={fresh} label={t('likes.fresh', { count: fresh })} /> : undefined
      }))}
    />
  )
}

interface LikesProps {
  type: LikesType
  likes: readonly ShownLike[]
  hasMore: boolean
  loading: boolean
  onMore: () => void
}

function Likes({ type, likes, hasMore, loading, onMore }: LikesProps) {
  const t = useT()
  if (likes.length === 0 && !hasMore) return <Empty type={type} />
  return (
    <>
      <CardGrid>
        {likes.map((like, index) => (
          <li key={like.id}>
            <FoundMember member={like} eager={index < 6} tag={<LikeTag like={like} type={type} />} />
          </li>
        ))}
      </CardGrid>
      {hasMore && (
        <div className={styles.more}>
          <Button variant="secondary" busy={loading} busyLabel={t('likes.loading')} onClick={onMore}>
            {t('likes.show_more')}
          </Button>
        </div>
      )}
    </>
  )
}

function LikeTag({ like, type }: { like: ShownLike; type: LikesType }) {
  const t = useT()
  if (like.like_new) return <Tag tone="brand">{t('likes.new')}</Tag>
  if (like.match && type !== 'matches') return <Tag tone="picture">{t('likes.match')}</Tag>
  return null
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

function Waiting() {
  return (
    <CardGrid aria-busy="true">
      {Array.from({ length: 10 }, (_, index) => (
        <li key={index}>
          <MemberCardSkeleton />
        </li>
      ))}
    </CardGrid>
  )
}
