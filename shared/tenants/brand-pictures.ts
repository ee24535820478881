import type { Tenant } from './schema.ts'
import { themeColours } from './theme.ts'

/** Pictures drawn for every brand, PNG, in px. A maskable icon fills its square, as launchers cut their own shape; so does Apple's. */
export const BRAND_PICTURES = {
  card: { width: 1200, height: 630 },
  'icon-192': { width: 192, height: 192 },
  'icon-512': { width: 512, height: 512 },
  'icon-maskable-512': { width: 512, height: 512 },
  'apple-touch-icon': { width: 180, height: 180 }
} as const
export type BrandPicture = keyof typeof BRAND_PICTURES

/** Increment it when the drawing changes: an address must never serve two different pictures. */
const DRAWING = 1

/** What a brand's pictures are drawn from. */
export type Drawn = Pick<Tenant, 'name' | 'theme'>

/** A short digest of everything that a brand's pictures depend on. */
function drawingOf({ name, theme }: Drawn): string {
  const { primary, secondary } = themeColours(theme)
  let hash = 0x811c9dc5
  for (const letter of JSON.stringify([DRAWING, name, primary, secondary])) hash = Math.imul(hash ^ letter.codePointAt(0)!, 0x01000193)
  return (hash >>> 0).toString(36)
}

/** Address of a brand's picture on its own host. It changes when the brand's look does, so it may be cached for ever. */
export function brandPicturePath(brand: Drawn, picture: BrandPicture): string {
  return `/brand/${drawingOf(brand)}/${picture}.png`
}

/** The picture of a path, and whether it is the brand's current one; null for any other path. */
export function brandPictureAt(brand: Drawn, path: string): { picture: BrandPicture; current: boolean } | null {
  const found = /^\/brand\/[0-9a-z]{1,7}\/([a-z0-9-]+)\.png$/.exec(path)
  const picture = found?.[1] as BrandPicture | undefined
  if (!picture || !Object.hasOwn(BRAND_PICTURES, picture)) return null
  return { picture, current: path === brandPicturePath(brand, picture) }
}
