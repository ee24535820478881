import { later } from '../site/later.tsx'

/** Swipes, quick taps and arrow keys on messages. */
export const Gestures = later(() => import('./gestures.tsx'))
