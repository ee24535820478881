import { complaints } from '../../shared/api/complaints.ts'
import { implement } from '../http/handler.ts'
import { fileComplaint } from './file-complaint.ts'

export const handlers = implement(complaints, {
  fileComplaint: async (context) => {
    await fileComplaint(context)
    return { status: 'received' }
  }
})
