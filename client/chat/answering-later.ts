import { later } from '../site/later.tsx'

/** Above the composer: what is being answered. */
export const Answering = later(() => import('./answering.tsx'), ['acts'])
