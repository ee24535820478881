import { hydratedLater } from '../site/hydrated-later.tsx'
import type { ChatToolsProps } from './later-props.ts'

/** Buttons to send something other than text. Their code is loaded after the page, which is at its weight limit. */
export const ChatTools = hydratedLater<ChatToolsProps>(() => import('./tools.tsx'), ['chat-photo', 'gifts'])
