import type { LikedMember } from '../../shared/api/likes.ts'
import { notFound } from '../http/http-error.ts'
import { cardPresenter } from '../members/present-card.ts'
import { shownInterests } from '../members/shown-interests.ts'
import { selectCards } from '../members/store.ts'
import type { MemberScope } from '../members/viewer-scope.ts'
import { findVisibleMember } from '../members/visible-member.ts'
import { selectLike } from './store.ts'

/** A member in the likes context, as the page of a like and the sheet of a match show them. Throws `not_found` if the viewer may not see them. */
export async function findLike(scope: MemberScope, publicId: string): Promise<LikedMember> {
  const { db, viewer } = scope
  const member = await findVisibleMember(scope, publicId)
  const card = (await selectCards(scope, [member.id])).get(member.id)
  if (!card) throw notFound()
  const like = await selectLike(db, member.id, viewer.id)
  const match = like !== null && card.liked
  return {
    ...cardPresenter(scope)(card),
    likes_you: like !== null,
    like_new: like?.is_new ?? false,
    match,
    automatic: like?.automatic ?? false,
    shared_interests: shownInterests(scope, member, match).filter((interest) => viewer.interests.includes(interest))
  }
}
