import type { Hono } from 'hono'
import * as v from 'valibot'
import { PublicId } from '../../shared/api/values.ts'
import { inUnitOfWork } from '../db/unit-of-work.ts'
import type { Deps, OriginEnv } from '../deps.ts'
import { runSweeps } from '../jobs/sweeps.ts'
import { moderatePhoto } from '../photos/moderate-photo.ts'
import { selectPending } from '../photos/store.ts'
import { ageCheckPage, DEV_AGE_PATH } from './dev-age.ts'
import { mailPage, readMails, tellMailEvent } from './dev-mail.ts'
import { photosPage } from './dev-photos.ts'
import { parseInput, readBody, readText } from './read-request.ts'
import { notFound } from './http-error.ts'

const YEARS = 50 * 366 * 24 * 3600
const Move = v.union([
  v.strictObject({ advance: v.pipe(v.number('invalid'), v.minValue(-YEARS, 'invalid'), v.maxValue(YEARS, 'invalid')) }),
  v.strictObject({ now: v.pipe(v.string('invalid'), v.isoTimestamp('invalid')) })
])

/** A moderator's decision on a photo. */
const Word = v.strictObject({ photo: PublicId, status: v.picklist(['active', 'rejected'], 'invalid') })

/** A page with plain forms that post to itself, and nothing else. */
const MAIL_PAGE_HEADERS = {
  'cache-control': 'no-store',
  'content-security-policy': "default-src 'none'; form-action 'self'; base-uri 'none'; frame-ancestors 'none'"
}

/** The same with pictures in it. */
const PHOTOS_PAGE_HEADERS = {
  'cache-control': 'no-store',
  'content-security-policy': "default-src 'none'; img-src data:; form-action 'self'; base-uri 'none'; frame-ancestors 'none'"
}

/**
 * The tools of local mode, for requests that the edge has marked as local. `GET /__dev/mail`: the mails and text messages of all sites, newest first, as JSON for
 * `accept: application/json`; the page's buttons report what a mail service would: `POST` with `email` and `event`. `GET /__dev/photos`: the photos
 * that wait for a moderator; `POST` of a form with `photo` and `status` (active, rejected) is the moderator's decision. `POST /__dev/clock` with
 * `{"advance": seconds}` or `{"now": iso}`: moves business time and runs the jobs that are due by then. `GET /__dev/age`: stands in for a provider
 * that proves ages.
 */
export function mountDev(app: Hono<OriginEnv>, deps: Deps): void {
  app.use('/__dev/*', async (c, next) => {
    if (!c.var.facts.local) throw notFound()
    await next()
  })
  app.get('/__dev/mail', async (c) => {
    const mails = await readMails(deps)
    if (c.req.header('accept')?.includes('application/json')) return c.json(mails, 200, { 'cache-control': 'no-store' })
    return c.html(mailPage(mails), 200, MAIL_PAGE_HEADERS)
  })
  app.post('/__dev/mail', async (c) => {
    const done = await tellMailEvent(deps, new URLSearchParams(await readText(c.req.raw)))
    return c.html(mailPage(await readMails(deps), done), done === '' ? 422 : 200, MAIL_PAGE_HEADERS)
  })
  app.get('/__dev/photos', async (c) => {
    const photos = await selectPending(deps.db)
    if (c.req.header('accept')?.includes('application/json')) return c.json(photos, 200, { 'cache-control': 'no-store' })
    return c.html(await photosPage(photos, deps.media), 200, PHOTOS_PAGE_HEADERS)
  })
  app.post('/__dev/photos', async (c) => {
    const { photo, status } = parseInput(Word, await c.req.parseBody(), {})
    if (!(await inUnitOfWork(deps, (unit) => moderatePhoto(unit, photo, status)))) throw notFound()
    return c.redirect('/__dev/photos', 303)
  })
  app.get(DEV_AGE_PATH, (c) =>
    c.html(ageCheckPage(new URL(c.req.url).searchParams, deps.secrets.app), 200, { 'cache-control': 'no-store' })
  )
  app.post('/__dev/clock', async (c) => {
    if (!deps.setNow) throw notFound()
    const move = parseInput(Move, await readBody(c.req.raw, 'json'), {})
    deps.setNow('now' in move ? new Date(move.now) : new Date(deps.now().getTime() + move.advance * 1000))
    await runSweeps(deps)
    return c.json({ now: deps.now().toISOString() }, 200, { 'cache-control': 'no-store' })
  })
}
