import { laterDialog } from '../feedback/later-dialog.tsx'
import type { ExternalLinkDialogProps } from './later-props.ts'

/** Says where a link in a message leads before the member leaves. Its code and texts are loaded when a link is first chosen. */
export const ExternalLinkDialog = laterDialog<ExternalLinkDialogProps>(() => import('./external-link-dialog.tsx'), ['external-link'])
