import type { EdgeFacts } from '../../shared/auth/edge-signature.ts'
import { brandPictureAt } from '../../shared/tenants/brand-pictures.ts'
import type { Deps } from '../deps.ts'
import { notFound } from '../http/http-error.ts'
import { drawBrand } from './draw-brand.ts'

/** Drawn pictures in memory, by address: about 100 KB a card, less an icon. The oldest are evicted first. */
const KEPT = 200
const drawn = new Map<string, Promise<Buffer>>()

/** `GET /brand/<drawing>/<picture>.png`: the picture of the host's brand as it looks today, cacheable for ever; otherwise 404. */
export async function serveBrandPicture(deps: Pick<Deps, 'tenants'>, request: Request, facts: EdgeFacts): Promise<Response> {
  const brand = deps.tenants.find(facts.host)?.settings
  if (!brand) throw notFound()
  const { pathname } = new URL(request.url)
  const asked = brandPictureAt(brand, pathname)
  if (!asked?.current) throw notFound()
  let picture = drawn.get(pathname)
  if (!picture) {
    picture = drawBrand(brand, asked.picture)
    drawn.set(pathname, picture)
    picture.catch(() => drawn.delete(pathname))
    for (const oldest of drawn.keys()) if (drawn.size > KEPT) drawn.delete(oldest)
  }
  return new Response(new Uint8Array(await picture), {
    headers: { 'content-type': 'image/png', 'cache-control': 'public, max-age=31536000, immutable' }
  })
}
