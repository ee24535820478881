import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { errorBody } from '../../../shared/api/errors.ts'
import { brandPicturePath } from '../../../shared/tenants/brand-pictures.ts'
import { TENANTS, type EdgeUnderTest, type StartEdge } from '../../fixtures/edge.ts'
import { CARD, FULL_PROFILE } from '../../fixtures/fake-origin.ts'
import { BASE, posted } from '../../fixtures/form-origin.ts'
import { memberCookie } from '../../fixtures/member-cookie.ts'
import { sentence } from '../../fixtures/sentence.ts'

const READER = { accept: 'text/html,application/xhtml+xml,*/*;q=0.8', 'accept-language': 'de' }
const PROFILE = `/members/${CARD.id}`

const PICTURES: readonly [string, string] = [`/media/${CARD.id}/thumb.webp`, brandPicturePath(TENANTS[0]!.settings, 'icon-192')]

/** As the origin says it (origin/http/answer.ts). */
const missing = () => Response.json(errorBody('not_found'), { status: 404, headers: { 'content-type': 'application/json; charset=utf-8' } })

/** Rendering this profile throws. */
const unrenderable = () => Response.json({ member: { ...FULL_PROFILE, looking_for: null }, blocked: null, now: '' })

export function errorPageTests(start: StartEdge): void {
  describe('an error of the edge', () => {
    let edge: EdgeUnderTest
    beforeAll(async () => {
      edge = await start({
        origin: ({ path }) => {
          if (path === '/api/member.php') return unrenderable()
          return PICTURES.includes(path) ? missing() : undefined
        }
      })
    })
    afterAll(() => edge.stop())

    test.each<[string, string, string, RequestInit, number]>([
      ['a page can’t be rendered', PROFILE, 'internal', {}, 500],
      ['a form comes from another site', '/login', 'cross_site', posted({}, { 'sec-fetch-site': 'cross-site' }), 403],
      ['a form has another type', '/login', 'unsupported_media_type', posted({}, { 'content-type': 'text/plain' }), 415],
      ['a page takes no form', '/pages/terms', 'method_not_allowed', posted({}), 405],
      ['the origin has no such picture of a member', PICTURES[0], 'not_found', {}, 404],
      ['the origin can’t draw a picture of the brand', PICTURES[1], 'not_found', {}, 404],
      ['a method is unknown', '/', 'method_not_allowed', { method: 'DELETE' }, 405],
      ['the entry warning is closed from elsewhere', '/__edge/enter', 'cross_site', posted({}, { 'sec-fetch-site': 'cross-site' }), 403]
    ])('is a page in the reader’s language where %s, and data for a program [ERR-14]', async (_, path, code, init, status) => {
      const ask = async (headers: object) =>
        await edge.fetch(`${BASE}${path}?lang=de`, { ...init, headers: { ...(init.headers as object), ...headers } })
      const page = await ask(READER)
      const html = await page.text()
      expect([page.status, page.headers.get('content-type'), page.headers.get('cache-control')]).toEqual([
        status,
        'text/html; charset=utf-8',
        'private, no-store'
      ])
      expect(/<h1>(.*?)<\/h1>/.exec(html)![1]).toBe(sentence(`error.${code}`, {}, 'de'))
      expect(html).toContain('lang="de"')
      expect(html).toContain('Velvet')
      expect(html).toContain('href=""')
      expect(html).toContain('href="/"')
      expect(html).not.toContain('<script')
      expect(page.headers.get('content-security-policy')).toMatch(/default-src 'none'.*style-src 'self' 'sha256-/)

      const data = await ask({ accept: '*/*' })
      expect(data.headers.get('allow')).toBe(page.headers.get('allow'))
      expect([data.status, ((await data.json()) as { error: { code: string } }).error.code]).toEqual([status, code])
    })

    test('is the end of a page that has begun, with the same words and nothing that needs the rest', async () => {
      let answer = () => {}
      const answered = new Promise<void>((resolve) => (answer = resolve))
      const slow = await start({
        origin: async ({ path }) => {
          if (path !== '/api/member.php') return undefined
          await answered
          return unrenderable()
        }
      })
      const headers = { ...READER, cookie: await memberCookie('velvet'), 'accept-encoding': 'identity' }
      const response = await slow.fetch(`${BASE}${PROFILE}?lang=de`, { headers })
      const reader = response.body!.getReader()
      const decoder = new TextDecoder()
      const begin = decoder.decode((await reader.read()).value)
      expect(begin).toContain('<div class="boot"')
      answer()
      let rest = ''
      for (let chunk = await reader.read(); !chunk.done; chunk = await reader.read()) rest += decoder.decode(chunk.value)
      // Something follows the content, which hides the skeleton before it (client/styles/boot.css).
      expect(rest).toMatch(/^<div id="app"><main .*<\/main><\/div><meta name="robots" content="noindex"><\/body><\/html>$/)
      for (const words of ['error.internal', 'error-page.text', 'load-failed.retry', 'not-found.home'])
        expect(rest).toContain(`>${sentence(words, {}, 'de')}</`)
      for (const link of ['href=""', 'href="/"']) expect(rest).toContain(link)
      expect(rest).not.toMatch(/<(?:script|style|html)|style=/)
      await slow.stop()
    })

    test('of the API is data for every caller', async () => {
      const answer = await edge.fetch(`${BASE}/api/nothing.php`, { headers: READER })
      expect([answer.status, answer.headers.get('content-type')]).toEqual([404, 'application/json'])
    })
  })
}
