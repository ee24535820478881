import * as v from 'valibot'
import { NoBody, NoQuery, TypedPassword } from './values.ts'
import { contract } from './endpoint.ts'

export const ExportForm = v.strictObject({ password: TypedPassword })

const textLike = (form: RegExp) => v.pipe(v.string('invalid'), v.regex(form, 'invalid'))

export const dataExport = contract({
  startExport: {
    method: 'POST',
    path: '/api/export.php',
    summary: 'With the own password: the address of the export, which works for five minutes and in this session only.',
    audience: 'member',
    whileClosed: true,
    restricted: true,
    limit: 'attempt',
    query: NoQuery,
    body: ExportForm,
    output: v.strictObject({ url: v.string() }),
    errors: ['login_blocked']
  },
  exportData: {
    method: 'GET',
    path: '/api/export.php',
    summary:
      'Everything the member has here as one zip: account.json, a file for each conversation, the photos. Only at the address that `startExport` gives; any other leads to the form for the password (303).',
    audience: 'member',
    whileClosed: true,
    restricted: true,
    limit: 'attempt',
    answer: 'zip',
    query: v.strictObject({ until: v.optional(textLike(/^[1-9]\d{12}$/)), proof: v.optional(textLike(/^[\w-]{43}$/)) }),
    body: NoBody,
    output: v.strictObject({})
  }
})
