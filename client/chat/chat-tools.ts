import { hydratedLater } from '../site/hydrated-later.tsx'
import type { ChatToolsProps } from './later-props.ts'

/** What can be sent besides words. Its code comes after the page, which is at its limit of weight. */
export const ChatTools = hydratedLater<ChatToolsProps>(() => import('./tools.tsx'), ['chat-photo', 'gifts'])
