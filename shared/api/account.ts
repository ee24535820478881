import * as v from 'valibot'
import { NoQuery, TypedPassword } from './values.ts'
import { contract } from './endpoint.ts'

export const DeletionForm = v.strictObject({ password: TypedPassword })

export const account = contract({
  deleteAccount: {
    method: 'DELETE',
    path: '/api/account.php',
    summary:
      'Delete your own account: every session ends and no one can find the member any more. A mailed link restores it for 14 days (token.php); then it is erased.',
    audience: 'member',
    restricted: true,
    limit: 'attempt',
    query: NoQuery,
    body: DeletionForm,
    output: v.strictObject({ status: v.literal('deleted') }),
    errors: ['login_blocked']
  }
})
