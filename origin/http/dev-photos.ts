import { escapeHtml } from '../../shared/text/escape-html.ts'
import type { Deps } from '../deps.ts'
import { photoKey } from '../photos/photo-key.ts'
import type { selectPending } from '../photos/store.ts'

/** The photos that wait for a moderator as a page, each with its buttons. */
export async function photosPage(photos: Awaited<ReturnType<typeof selectPending>>, media: Deps['media']): Promise<string> {
  const button = (status: string) => `<button name="status" value="${status}">${status}</button>`
  const articles = photos.map(async ({ id, member, tenant, created_at }) => {
    const bytes = await media.get(photoKey(id, 'match'))
    return (
      `<article><img alt="" width="320" src="data:image/webp;base64,${Buffer.from(bytes ?? []).toString('base64')}">` +
      `<form method="post"><p>${escapeHtml(member)} · ${escapeHtml(tenant)} · <time>${created_at.toISOString()}</time></p>` +
      `<input type="hidden" name="photo" value="${id}">${button('active')} ${button('rejected')}</form></article>`
    )
  })
  const shown = await Promise.all(articles)
  return `<!doctype html><html lang="en"><head><meta charset="utf-8"><title>/__dev/photos</title></head><body><main><h1>/__dev/photos</h1>${shown.join('')}</main></body></html>`
}
