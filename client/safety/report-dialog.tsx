import { useEffect } from 'react'
import { useRouter } from '../router/context.ts'
import { laterDialog } from '../feedback/later-dialog.tsx'
import { closeReport, useOpenReport } from '../state/report.ts'

const ReportForm = laterDialog(() => import('./report-form.tsx'), ['report'])

/** The dialog in which someone is reported, while it is open. Its code and texts are loaded when it is first opened; another page closes it. */
export function ReportDialog() {
  const report = useOpenReport()
  const { path } = useRouter().location
  useEffect(() => closeReport, [path])
  return report && <ReportForm report={report} onClose={closeReport} />
}
