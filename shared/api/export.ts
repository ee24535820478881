import * as v from 'valibot'
import { NoBody, NoQuery } from './values.ts'
import { contract } from './endpoint.ts'

export const dataExport = contract({
  exportData: {
    method: 'GET',
    path: '/api/export.php',
    summary: 'Everything the member has here as one zip: account.json, a file for each conversation, the photos.',
    audience: 'member',
    whileClosed: true,
    restricted: true,
    limit: 'attempt',
    answer: 'zip',
    query: NoQuery,
    body: NoBody,
    output: v.strictObject({})
  }
})
