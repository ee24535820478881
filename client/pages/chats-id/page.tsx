import { ConversationPage } from '../../chat/conversation-page.tsx'
import type { PageProps } from '../registry.ts'

/** A conversation by its id. */
export default function Page({ params }: PageProps) {
  return <ConversationPage question={{ conversation: params.id! }} />
}
