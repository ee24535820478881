import { useQueryClient } from '@tanstack/react-query'
import { useEffect } from 'react'
import { useRouter } from '../router/context.ts'
import { withoutParam } from '../router/location.ts'
import { laterDialog } from '../feedback/later-dialog.tsx'
import { useSite } from '../site/site.tsx'
import { closeLikeModal, type LikeModalContent, useLikeModal } from '../state/like-modal.ts'

const LikeModal = laterDialog<{ content: LikeModalContent; onClose: () => void }>(() => import('./like-modal.tsx'), ['likes', 'interests'])

/** The modal of a match, a new like or a suggestion, over any page of a member. */
export function LikeModals() {
  const content = useLikeModal()
  useDelayedModal()
  return content ? <LikeModal key={`${content.kind} ${content.member.id}`} content={content} onClose={closeLikeModal} /> : null
}

/** `?t=<seconds>` makes the modal appear after that delay (docs/requirements.tsv); the parameter itself is removed at once. */
function useDelayedModal(): void {
  const { location, replaceUrl } = useRouter()
  const { tenant } = useSite()
  const queryClient = useQueryClient()
  const delay = location.search.get('t')
  useEffect(() => {
    if (delay === null) return
    replaceUrl(withoutParam(location, 't'))
    const seconds = delayOf(delay)
    if (seconds === null) return
    const due = performance.now() + seconds * 1000
    void import('./due-modal.ts').then(({ showDueModal }) =>
      setTimeout(() => void showDueModal(queryClient, tenant, { asked: true }), Math.max(0, due - performance.now()))
    )
  }, [delay, location, queryClient, replaceUrl, tenant])
}

/** A whole number of seconds, at most an hour; null for anything else. */
function delayOf(text: string): number | null {
  return /^\d{1,4}$/.test(text) && Number(text) <= 3600 ? Number(text) : null
}
