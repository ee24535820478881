import { later } from '../site/later.tsx'
import type { ReportDialogProps } from './reported.ts'

/** The dialog in which a member is reported; render it while it is open. Its code and texts are loaded when it is first opened. */
export const ReportDialog = later<ReportDialogProps>(() => import('./report-form.tsx'), ['report'])
