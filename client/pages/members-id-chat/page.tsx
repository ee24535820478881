import { ConversationPage } from '../../chat/conversation-page.tsx'
import type { PageProps } from '../registry.ts'

/** The conversation with a member, even before the first message. */
export default function Page({ params }: PageProps) {
  return <ConversationPage question={{ member: params.id! }} />
}
