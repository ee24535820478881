import { expect, test } from 'vitest'
import { startNodeEdge } from '../fixtures/edge.ts'
import { CARD } from '../fixtures/fake-origin.ts'

test('one line per request, and nothing personal in it', async () => {
  const lines: Record<string, unknown>[] = []
  const edge = await startNodeEdge({ log: (line) => lines.push(line) })
  const headers = {
    cookie: 'locale=fr; __Host-auth=secret-session',
    'user-agent': 'a very special browser',
    referer: 'https://elsewhere.example/private'
  }
  for (const path of [
    '/',
    `/members/${CARD.id}`,
    `/${'t'.repeat(43)}`,
    `/api/member.php?id=${CARD.id}`,
    '/login?next=%2Fchats&sub1=mine',
    '/nowhere/anna@mail.example'
  ]) {
    const answer = await edge.fetch(`http://velvet.example${path}`, { headers, country: 'NL' })
    await answer.text()
  }
  expect(lines).toHaveLength(6)
  const text = JSON.stringify(lines)
  for (const personal of ['203.0.113.7', CARD.id, 'ttttt', 'secret-session', 'special browser', 'elsewhere', 'sub1', 'anna@mail', 'chats'])
    expect(text).not.toContain(personal)
  for (const line of lines) {
    expect(line).toMatchObject({
      method: 'GET',
      tenant: 'velvet',
      status: expect.any(Number),
      ms: expect.any(Number),
      id: expect.stringMatching(/^[0-9a-f-]{36}$/)
    })
  }
  expect(lines.map(({ route }) => route)).toEqual(['index', 'members-id', 'token', '/api/member.php', 'login', 'not-found'])
})
