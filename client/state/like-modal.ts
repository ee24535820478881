import { create } from 'zustand'
import type { LikedMember } from '../../shared/api/likes.ts'
import type { MemberCard } from '../../shared/api/members.ts'

/** What the modal shows: a match, someone who likes the member, or a suggestion, which isn't a like. */
export type LikeModalContent =
  | { kind: 'match'; member: LikedMember }
  | { kind: 'like'; member: MemberCard; automatic: boolean }
  | { kind: 'suggestion'; member: MemberCard }

/** The queue of modals; the first one is shown. */
const useLikeModals = create<{ waiting: readonly LikeModalContent[] }>(() => ({ waiting: [] }))

/** Shows the modal, after the one that is open. The same member isn't shown twice. */
export function showLikeModal(content: LikeModalContent): void {
  useLikeModals.setState(({ waiting }) =>
    waiting.some(({ kind, member }) => kind === content.kind && member.id === content.member.id)
      ? { waiting }
      : { waiting: [...waiting, content] }
  )
}

export function showMatch(member: LikedMember): void {
  showLikeModal({ kind: 'match', member })
}

export function closeLikeModal(): void {
  useLikeModals.setState(({ waiting }) => ({ waiting: waiting.slice(1) }))
}

export function useLikeModal(): LikeModalContent | undefined {
  return useLikeModals(({ waiting }) => waiting[0])
}
