import type { Handler } from '../http/handler.ts'
import * as filing from './file-complaint.ts'

export const fileComplaint: Handler<'fileComplaint'> = async (context) => {
  await filing.fileComplaint(context)
  return { status: 'received' }
}
