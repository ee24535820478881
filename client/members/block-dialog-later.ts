import { laterDialog } from '../feedback/later-dialog.tsx'

/** The dialog that asks before a member is blocked: loaded when it is opened. */
export const BlockDialog = laterDialog(() => import('./block-dialog.tsx'), ['acts'])
