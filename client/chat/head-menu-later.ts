import { hydratedLater } from '../site/hydrated-later.tsx'
import type { HeadProps } from './later-props.ts'

/** The menu of a conversation. Its code is loaded after the page, which is at its weight limit. */
export const HeadMenu = hydratedLater<HeadProps>(() => import('./head-menu.tsx'), ['export'])
