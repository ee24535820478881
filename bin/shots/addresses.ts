import { ROUTES } from '../../shared/routes/table.ts'

/** The part after the first slash of the first link of a page's main part that begins like this, or null. */
export type FirstId = (path: string, start: string) => Promise<string | null>

/** An expression for the page: the id in the first link of its main part that begins like this. */
export const idOfFirstLink = (start: string) =>
  `document.querySelector('main a[href^="${start}"]')?.getAttribute('href').split('/')[2] ?? null`

/** Every route with addresses of this reader: ids are those of the first links that lead there. */
export async function addressesFor(member: boolean, firstId: FirstId): Promise<string[]> {
  const ids: Record<string, string | null> = {
    '/members/{id}': await firstId('/members', '/members/'),
    '/chats/{id}': member ? await firstId('/chats', '/chats/') : null,
    '/likes/m/{id}': member ? await firstId('/likes/matches', '/members/') : null,
    '/credits/{id}': member ? await firstId('/credits', '/credits/') : null
  }
  const routes = ROUTES.filter(({ access }) => access === 'everyone' || access === (member ? 'member' : 'visitor'))
  const filled = routes.map(({ pattern }) => {
    const start = Object.keys(ids).find((one) => pattern.startsWith(one))
    const known = start === undefined ? pattern : pattern.replace('{id}', ids[start] ?? '{id}')
    return known.replaceAll(/\/\{\w+\?\}/g, '').replace('{type}', 'given')
  })
  return [...filled.filter((path) => !path.includes('{')), '/nowhere', ...(member ? [] : ['/__dev/ui'])]
}

/** The name of an address's picture, without its look. */
export const pictureName = (path: string) => (path === '/' ? 'index' : path.slice(1).replaceAll('/', '-'))
