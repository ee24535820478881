import { LIKES_TYPES, type LikesType } from '../../shared/api/likes.ts'
import { useLink } from '../router/link.tsx'
import { useUser } from '../session/use-user.ts'
import { useT } from '../site/site.tsx'
import { Badge } from '../ui/badge.tsx'
import { Tabs } from '../ui/tabs.tsx'

/** The lists of likes, and of visitors, each with the number of what is new; `newLikes`: as an open list counts them. */
export function LikesTabs({ current, newLikes }: { current: LikesType | 'visitors'; newLikes?: number }) {
  const t = useT()
  const user = useUser()
  const links = {
    received: useLink('likes'),
    given: useLink('likes-type', { type: 'given' }),
    matches: useLink('likes-type', { type: 'matches' })
  }
  const visitors = useLink('visitors')
  const likes = newLikes ?? user?.num_new_likes ?? 0
  const visits = user?.num_new_visits ?? 0
  return (
    <Tabs
      label={t('likes.heading')}
      tabs={[
        ...LIKES_TYPES.map((tab) => ({
          ...links[tab],
          label: t(`likes.${tab}`),
          current: tab === current,
          badge: tab === 'received' ? <Badge count={likes} label={t('likes.fresh', { count: likes })} /> : undefined
        })),
        {
          ...visitors,
          label: t('visitors.heading'),
          current: current === 'visitors',
          badge: <Badge count={visits} label={t('visitors.fresh', { count: visits })} />
        }
      ]}
    />
  )
}
