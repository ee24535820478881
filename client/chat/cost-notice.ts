import { hydratedLater } from '../site/hydrated-later.tsx'
import type { CostNoticeProps } from './later-props.ts'

/** Why a message is free, or what it needs before it can be sent. Its code is loaded after the page, which is at its weight limit. */
export const CostNotice = hydratedLater<CostNoticeProps>(() => import('./cost-notes.tsx'), ['costs'])
