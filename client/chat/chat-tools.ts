import { later } from '../site/later.tsx'
import type { ChatToolsProps } from './later-props.ts'

/** What can be sent besides words. It comes after the page, which is at its limit of weight. */
export const ChatTools = later<ChatToolsProps>(() => import('./tools.tsx'), ['chat-photo', 'gifts'])
