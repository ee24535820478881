import { later } from '../site/later.tsx'
import type { PhotoBubbleProps } from './later-props.ts'

/** A photo in a bubble. Its code and texts are loaded with the first one: most conversations have none. */
export const PhotoBubble = later<PhotoBubbleProps>(() => import('./sent-photo.tsx'), ['chat-photo'])
