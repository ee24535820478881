import type { MemberRow } from '../db/tables/members.ts'
import type { UnitOfWork } from '../db/unit-of-work.ts'
import { mailTranslator } from '../mails/messages.ts'
import type { MemberScope } from '../members/viewer-scope.ts'
import { asksIfReal } from './asks-if-real.ts'
import type { OwnConversation } from './conversation-store.ts'
import { insertMessage, type MessageRow } from './message-store.ts'

/**
 * The site's own answer in the name of a fictional profile that was asked whether it is real, in the viewer's language (docs/decisions/055); null
 * for everything else. Both members' rows must be locked.
 */
export async function answerTruthfully(
  { db, tenant, viewer, now }: MemberScope & UnitOfWork,
  { conversation, other, question }: { conversation: OwnConversation; other: MemberRow; question: MessageRow }
): Promise<MessageRow | null> {
  if (!other.fictional || !asksIfReal(question.text)) return null
  const { settings, company } = tenant
  return await insertMessage(db, {
    conversation: conversation.id,
    sender: other.id,
    clientId: `answer:${question.public_id}`,
    text: mailTranslator(viewer.language).t('answer.fictional', { company: company.name, author: settings.fictional_author }),
    author: { kind: 'automatic', company: company.name },
    replyTo: question.position,
    now
  })
}
