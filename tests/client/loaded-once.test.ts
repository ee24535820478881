import { environmentManager, type QueryClient } from '@tanstack/react-query'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { createQueryClient } from '../../client/api/query-client.ts'
import { queryOf } from '../../client/api/queries.ts'

let asked: string[] = []

beforeEach(() => {
  vi.useFakeTimers()
  // As in a browser, where unused answers are dropped after some minutes.
  environmentManager.setIsServer(() => false)
  asked = []
  vi.stubGlobal('fetch', async (url: string) => {
    asked.push(url)
    return Response.json({})
  })
})
afterEach(() => {
  vi.useRealTimers()
  environmentManager.setIsServer(() => true)
  vi.unstubAllGlobals()
})

test.each([
  ['interests [API-20]', (client: QueryClient) => client.fetchQuery(queryOf('listInterests')), '/api/interests.php'],
  [
    'regions [API-21]',
    (client: QueryClient) => client.fetchQuery(queryOf('listRegions', { country: 'NL' })),
    '/api/regions.php?country=NL'
  ],
  ['company info [API-22]', (client: QueryClient) => client.fetchQuery(queryOf('getCompanyInfo')), '/api/companyinfo.php']
] as const)('%s: fetched once, however long the page is open and whatever else is refetched', async (_, load, url) => {
  const queryClient = createQueryClient([])
  await load(queryClient)
  await vi.advanceTimersByTimeAsync(3600_000)
  await queryClient.invalidateQueries()
  await load(queryClient)
  expect(asked).toEqual([url])
})

test('regions are cached separately for each country [API-21]', async () => {
  const queryClient = createQueryClient([])
  for (const country of ['NL', 'BE', 'NL', 'BE']) await queryClient.fetchQuery(queryOf('listRegions', { country }))
  expect(asked).toEqual(['/api/regions.php?country=NL', '/api/regions.php?country=BE'])
})

test('data that can change is refetched', async () => {
  const queryClient = createQueryClient([])
  await queryClient.fetchQuery(queryOf('listChats'))
  await vi.advanceTimersByTimeAsync(60_000)
  await queryClient.fetchQuery(queryOf('listChats'))
  expect(asked).toEqual(['/api/chats.php', '/api/chats.php'])
})
