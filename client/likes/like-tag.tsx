import { useT } from '../site/site.tsx'
import { Tag } from '../ui/badge.tsx'

/** The kind of a like, on the card of the other member: new, as the badge counts it, and automatic or a match. */
export function LikeTag({ automatic, fresh, match }: { automatic: boolean; fresh: boolean; match: boolean }) {
  const t = useT()
  return (
    <>
      {fresh && <Tag tone="brand">{t('likes.new')}</Tag>}
      {(automatic || match) && <Tag tone="picture">{automatic ? t('likes.automatic') : t('likes.match')}</Tag>}
    </>
  )
}
