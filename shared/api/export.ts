import * as v from 'valibot'
import { entry } from './entry.ts'
import { NoBody, NoQuery } from './values.ts'

export const exportData = entry({
  name: 'exportData',
  method: 'GET',
  path: '/api/export.php',
  summary: 'Everything the member has here as one zip: account.json, a file for each conversation, the photos.',
  audience: 'member',
  limit: 'attempt',
  answer: 'zip',
  query: NoQuery,
  body: NoBody,
  output: v.strictObject({})
})
