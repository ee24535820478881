import { contract } from './entry.ts'
import { NoQuery, Nothing } from './values.ts'

export const visits = contract({
  pageHidden: {
    method: 'POST',
    path: '/api/page-hidden.php',
    summary: 'The page was hidden: stores when the member was last seen.',
    audience: 'anyone',
    caller: 'beacon',
    limit: 'beacon',
    query: NoQuery,
    body: Nothing,
    output: Nothing
  },
  pageBounce: {
    method: 'POST',
    path: '/api/page-bounce.php',
    summary: 'A visit with `lb` left at once: counted by day and campaign, without a person.',
    audience: 'anyone',
    caller: 'beacon',
    limit: 'beacon',
    query: NoQuery,
    body: Nothing,
    output: Nothing
  }
})
