import { laterDialog } from '../feedback/later-dialog.tsx'
import type { BlockDialogProps } from './block-dialog.tsx'

/** The dialog that asks before a member is blocked: loaded when it is opened. */
export const BlockDialog = laterDialog<BlockDialogProps>(() => import('./block-dialog.tsx'), ['acts'])
