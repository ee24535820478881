import { useT } from '../site/site.tsx'
import { Tag } from '../ui/badge.tsx'

/** What a like is, on the card of the other member: automatic, new, or a match. */
export function LikeTag({ automatic, fresh, match }: { automatic: boolean; fresh: boolean; match: boolean }) {
  const t = useT()
  if (automatic) return <Tag tone="picture">{t('likes.automatic')}</Tag>
  if (match) return <Tag tone={fresh ? 'brand' : 'picture'}>{t('likes.match')}</Tag>
  if (fresh) return <Tag tone="brand">{t('likes.new')}</Tag>
  return null
}
