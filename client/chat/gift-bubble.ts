import { later } from '../site/later.tsx'
import type { GiftBubbleProps } from './later-props.ts'

/** A gift in a bubble. Its code and texts are loaded with the first one: most conversations have none. */
export const GiftBubble = later<GiftBubbleProps>(() => import('./given.tsx'), ['catalogue'])
