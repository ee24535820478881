import { expect, test } from 'vitest'
import { contentOf } from '../../bench/page-of.ts'
import { equalPage } from '../../bench/servers/react-page.tsx'
import { readMessages } from '../../locales/read.ts'
import { startNodeEdge } from '../fixtures/edge.ts'
import { memberCookie } from '../fixtures/member-cookie.ts'

test.each(['/login', '/members?anyone=1', '/settings', '/chats'])(
  'the plain page that the bench compares %s to shows what the edge’s page shows',
  async (path) => {
    const edge = await startNodeEdge()
    const headers: Record<string, string> = path === '/login' ? {} : { cookie: await memberCookie('velvet') }
    const page = await (await edge.fetch(`http://velvet.example${path}`, { headers })).text()
    const plain = await equalPage(page, path, readMessages)()
    expect(contentOf(plain)).toBe(contentOf(page))
    await edge.stop()
  }
)
