import type { EndpointBody } from '../../shared/api/endpoint.ts'
import type { Contract } from '../../shared/api/contract.ts'
import type { ReportSurface } from '../../shared/rules/reports.ts'
import { findMember } from '../accounts/store.ts'
import { selectConversationWith, selectReportableConversation, type OwnConversation } from '../chats/conversation-store.ts'
import { selectReceived, type MessageRow } from '../chats/message-store.ts'
import type { MemberRow } from '../db/tables/members.ts'
import { notFound } from '../http/http-error.ts'
import { lookForMember } from '../members/visible-member.ts'
import type { MemberScope } from '../members/viewer-scope.ts'
import { selectShownPhotos } from '../photos/store.ts'
import { selectBlockedBy } from '../safety/store.ts'

/** What a report is about. */
export interface Reported {
  member: MemberRow
  surface: ReportSurface
  /** The reported photo, of the profile or of the message, otherwise the main one if others may see it. */
  photo: string | null
  conversation: OwnConversation | null
  message: Pick<MessageRow, 'position' | 'photo'> | undefined
}

/**
 * Finds what the viewer reports: a member they can see or have blocked, or the other side of one of their conversations, even if that one has left or
 * one has blocked the other. A blocked member is only a name to the reporter, so the report includes what the two have written. Throws `not_found`.
 */
export async function findReported(scope: MemberScope & { body: EndpointBody<Contract['fileReport']> }): Promise<Reported> {
  const { db, viewer, body } = scope
  if (body.conversation !== undefined) {
    const conversation = await selectReportableConversation(db, viewer.id, body.conversation)
    if (!conversation) throw notFound()
    const member = await findMember(db, conversation.other_id)
    const message = body.message === undefined ? undefined : await selectReceived(db, conversation, body.message)
    if (!member || (body.message !== undefined && !message)) throw notFound()
    const photo = message?.photo?.public_id ?? (await selectShownPhotos(db, member.id))[0] ?? null
    return { member, surface: message ? 'message' : 'chat', photo, conversation, message }
  }
  const { member, conversation } = await seenOrBlocked(scope, body.member ?? '')
  const photos = await selectShownPhotos(db, member.id)
  if (body.photo !== undefined && !photos.includes(body.photo)) throw notFound()
  const [surface, photo] = body.photo === undefined ? (['profile', photos[0] ?? null] as const) : (['photo', body.photo] as const)
  return { member, surface, photo, conversation, message: undefined }
}

async function seenOrBlocked(scope: MemberScope, publicId: string): Promise<Pick<Reported, 'member' | 'conversation'>> {
  const { db, viewer } = scope
  const seen = await lookForMember(scope, publicId)
  if (seen) return { member: seen, conversation: null }
  const blocked = await selectBlockedBy(db, viewer.id, publicId)
  const member = blocked && (await findMember(db, blocked.id))
  if (!member) throw notFound()
  return { member, conversation: (await selectConversationWith(db, viewer.id, member.id)) ?? null }
}
