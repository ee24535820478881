import { useEffect, useState } from 'react'
import { titleWithCount } from '../../shared/rules/badges.ts'
import { allUnseen } from '../../shared/rules/news.ts'
import { useRouter } from '../router/context.ts'
import { VisuallyHidden } from '../ui/visually-hidden.tsx'
import { pageTitle } from '../site/page-title.ts'
import { useSite } from '../site/site.tsx'
import { useUser } from '../session/use-user.ts'

/** The page last shown in this document; it outlives the layouts. Only effects access it. */
let shown: string | null = null

/**
 * Updates the document's title, with the member's counter in front, and announces navigations to screen readers.
 * @param missing what the page's route shows doesn't exist: only the title differs
 */
export function DocumentTitle({ missing = false }: { missing?: boolean }) {
  return useSite().member ? <MemberTitle missing={missing} /> : <Title missing={missing} unseen={0} />
}

function MemberTitle({ missing }: { missing: boolean }) {
  const user = useUser()
  return <Title missing={missing} unseen={user ? allUnseen(user) : 0} />
}

function Title({ missing, unseen }: { missing: boolean; unseen: number }) {
  const { tenant, translator } = useSite()
  const { path, match } = useRouter().location
  const [announcement, setAnnouncement] = useState('')
  const title = pageTitle(missing ? null : match, tenant, translator)

  useEffect(() => {
    const before = document.title
    document.title = titleWithCount(title, unseen)
    return () => {
      if (missing) document.title = before
    }
  }, [missing, title, unseen])

  useEffect(() => {
    if (shown !== null && shown !== path) setAnnouncement(title)
    shown = path
  }, [path, title])

  if (missing) return null
  return (
    <VisuallyHidden>
      <span role="status">{announcement}</span>
    </VisuallyHidden>
  )
}
