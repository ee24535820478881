import { useEffect } from 'react'
import { DialogBoundary } from '../feedback/dialog-boundary.tsx'
import { useRouter } from '../router/context.ts'
import { later } from '../site/later.tsx'
import { closeReport, useOpenReport } from '../state/report.ts'

const ReportForm = later(() => import('./report-form.tsx'), ['report'])

/** The dialog in which someone is reported, while it is open. Its code and texts are loaded when it is first opened; another page closes it. */
export function ReportDialog() {
  const report = useOpenReport()
  const [path] = useRouter().location.url.split('?')
  useEffect(() => closeReport, [path])
  return (
    report && (
      <DialogBoundary onClose={closeReport}>
        <ReportForm report={report} />
      </DialogBoundary>
    )
  )
}
