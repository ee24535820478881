import { reports } from '../../shared/api/reports.ts'
import { implement } from '../http/handler.ts'
import { copyPhotos } from './copy-photos.ts'
import { fileReport } from './file-report.ts'

export const handlers = implement(reports, {
  fileReport: {
    async prepare(before) {
      const copied = await copyPhotos(before)
      return async (context) => {
        const { reference, due_at: due } = await fileReport(context, copied)
        return { reference, due_at: due.toISOString() }
      }
    }
  }
})
