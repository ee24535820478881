import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { SPECULATION_PATH } from '../../../worker/files/speculation.ts'
import { brandPicturePath } from '../../../shared/tenants/brand-pictures.ts'
import type { EdgeUnderTest, StartEdge } from '../../fixtures/edge.ts'
import { CARD } from '../../fixtures/fake-origin.ts'
import { BEST, observe } from '../../fixtures/observatory.ts'
import { aTenant } from '../../fixtures/tenants.ts'

const YEARS = { hsts: 63_072_000 }
const VELVET = aTenant({ ...YEARS, aliases: ['velvet-dates.example'] })
const TENANTS = [
  VELVET,
  aTenant({ ...YEARS, id: 'paused', status: 'paused' }),
  aTenant({ ...YEARS, id: 'over', status: 'gone' }),
  aTenant({ ...YEARS, id: 'drafted', status: 'draft' }),
  aTenant({ ...YEARS, id: 'pictured', cdn_prefix: 'https://pictures.example' })
]

type Case = [name: string, address: string, ask?: RequestInit & { status?: number }]

const FORM = { 'content-type': 'application/x-www-form-urlencoded', 'sec-fetch-site': 'same-origin' }

const CASES: Case[] = [
  ['a page', '/'],
  ['a page with members', '/members'],
  ['a page with new cookies', '/?lang=fr&sub1=a'],
  ['a page of a host for pictures', 'https://pictured.example/'],
  ['the page for what is not there', '/nope', { status: 404 }],
  ['a redirect to the log-in', '/chats', { status: 302 }],
  ['a redirect of another name', 'https://velvet-dates.example/login', { status: 308 }],
  ['a form that is refused', '/login', { method: 'POST', headers: FORM, body: 'login=a&password=b', status: 422 }],
  ['a form of another site', '/login', { method: 'POST', body: 'a=b', status: 403 }],
  ['a page that is posted to', '/pages/terms', { method: 'POST', status: 405 }],
  ['an error to a reader', '/pages/terms', { method: 'POST', headers: { accept: 'text/html' }, status: 405 }],
  ['an unknown method', '/', { method: 'DELETE', status: 405 }],
  ['a brand that is paused', 'https://paused.example/', { headers: { accept: 'text/html' }, status: 503 }],
  ['a brand that is gone', 'https://over.example/', { headers: { accept: 'text/html' }, status: 410 }],
  ['a brand that is gone, to a program', 'https://over.example/api/chats.php', { status: 410 }],
  ['a brand that is gone, to a robot', 'https://over.example/robots.txt', { status: 410 }],
  ['a brand that is not open yet', 'https://drafted.example/', { status: 404 }],
  ['the API', '/api/members.php'],
  ['an error of the API', '/api/chats.php', { status: 403 }],
  ['an unknown endpoint', '/api/nothing.php', { status: 404 }],
  ['a wrong method of the API', '/api/members.php', { method: 'PUT', status: 405 }],
  ['a write of another site', '/api/like.php', { method: 'POST', headers: { origin: 'https://evil.example' }, status: 403 }],
  ['a file that was never built', '/assets/nothing.js', { status: 404 }],
  ['a picture of a member', `/media/${CARD.id}/thumb.webp`],
  ['a picture of the brand', brandPicturePath(VELVET.settings, 'icon-192')],
  ['a picture of the brand as it was', '/brand/0/icon-192.png', { status: 302 }],
  ['the icon', '/icon.svg'],
  ['the icon of old', '/favicon.ico', { status: 302 }],
  ['what robots are told', '/robots.txt'],
  ['the sitemap', '/sitemap.xml'],
  ['the manifest', '/manifest.webmanifest'],
  ['whom to tell of holes', '/.well-known/security.txt'],
  ['the worker for pushes', '/sw-push.js'],
  ['the page for no connection', '/offline'],
  ['what may be fetched ahead', SPECULATION_PATH],
  ['health', '/__edge/health'],
  ['readiness', '/__edge/ready'],
  ['the list of files', '/__edge/assets'],
  ['counters without a word', '/__edge/metrics', { status: 404 }],
  ['an unsigned push', '/__edge/changed', { method: 'POST', body: '{}', status: 403 }],
  ['a control that is none', '/__edge/nothing', { status: 404 }]
]

/** Every answer of the edge under the rules of Mozilla's Observatory. */
export function observatoryTests(start: StartEdge): void {
  describe('the Observatory finds nothing wrong with', () => {
    let edge: EdgeUnderTest
    beforeAll(async () => {
      edge = await start({
        tenants: TENANTS,
        origin: ({ path }) => (path.startsWith('/media/') ? new Response('webp', { headers: { 'content-type': 'image/webp' } }) : undefined)
      })
    })
    afterAll(() => edge.stop())

    test.each(CASES)('%s', async (...[, path, ask]: Case) => {
      const { status = 200, ...init } = ask ?? {}
      const url = path.startsWith('/') ? `https://velvet.example${path}` : path
      const answer = await edge.fetch(url, init)
      const text = await answer.text()
      const html = answer.headers.get('content-type')?.startsWith('text/html') ? text : ''
      const score = observe(url, answer.headers, html)
      expect([answer.status, score]).toEqual([
        status,
        {
          ...BEST,
          ...(answer.headers.getSetCookie().length > 0 && { cookies: 5 }),
          ...(html.includes('<script type="module"') && { 'subresource-integrity': 5 })
        }
      ])
    })

    test('a file of the build', async () => {
      const { files } = (await (await edge.fetch('https://velvet.example/__edge/assets')).json()) as { files: string[] }
      const url = `https://velvet.example${files.find((file) => /\/entry\b.*\.js$/.test(file))}`
      const answer = await edge.fetch(url)
      expect([answer.status, observe(url, answer.headers)]).toEqual([200, BEST])
    })

    test('a page of every layout has a digest for all it loads', async () => {
      for (const path of ['/', '/login', '/members', '/landers/gallery']) {
        const html = await (await edge.fetch(`https://velvet.example${path}`)).text()
        const loads = [...html.matchAll(/<(?:script [^>]*src=|link rel="(?:stylesheet|modulepreload)")[^>]*>/g)].map(([tag]) => tag)
        expect(loads.length).toBeGreaterThan(1)
        expect(loads.filter((tag) => !/ integrity="sha256-/.test(tag))).toEqual([])
      }
    })

    test('pictures of another host can be shown on the brand’s pages, and on no others', async () => {
      const policyOf = async (host: string, path: string, name: string) =>
        (await edge.fetch(`https://${host}.example${path}`)).headers.get(`cross-origin-${name}-policy`)
      const picture = `/media/${CARD.id}/thumb.webp`
      expect([await policyOf('pictured', '/', 'embedder'), await policyOf('pictured', picture, 'resource')]).toEqual([
        'credentialless',
        'cross-origin'
      ])
      expect([await policyOf('velvet', '/', 'embedder'), await policyOf('velvet', picture, 'resource')]).toEqual([
        'require-corp',
        'same-origin'
      ])
    })
  })
}
