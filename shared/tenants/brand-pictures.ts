import { DEFAULT_MARK, MARK_VIEW, MARKS, type Mark } from './marks.ts'
import type { Scheme } from './scene-colours.ts'
import { sceneNameOf } from './scenes.ts'
import type { Tenant } from './schema.ts'
import { themeColours } from './theme.ts'

/** Pictures drawn for every brand, PNG, in px. A maskable icon fills its square, because launchers cut their own shape; so does Apple's. */
export const BRAND_PICTURES = {
  card: { width: 1200, height: 630 },
  'icon-192': { width: 192, height: 192 },
  'icon-512': { width: 512, height: 512 },
  'icon-maskable-512': { width: 512, height: 512 },
  'apple-touch-icon': { width: 180, height: 180 }
} as const
export type BrandPicture = keyof typeof BRAND_PICTURES

/** The brand's scene as SVG, by the scheme of the page that shows it. */
const SCENE_FILES = { light: 'scene', dark: 'scene-dark' } as const satisfies Record<Scheme, string>

/** Increment it when a drawing of the program changes: an address must never serve two different pictures. */
export const DRAWING = 2

/** What a brand's pictures are drawn from. */
export type Drawn = Pick<Tenant, 'name' | 'theme' | 'scene' | 'mark' | 'drawings'>

/** The brand's mark: its own, or one of the program's. A name that this version doesn't know gets the default one. */
export function markOf({ mark, drawings }: Pick<Drawn, 'mark' | 'drawings'>): Mark {
  const name = Object.hasOwn(MARKS, mark) ? (mark as keyof typeof MARKS) : DEFAULT_MARK
  return drawings?.mark ?? { viewBox: MARK_VIEW, shapes: MARKS[name] }
}

/** Digests by settings: an operator's own drawing is long, and every page contains its address. */
const digests = new WeakMap<Drawn, string>()

/** A short digest of everything that a brand's pictures depend on. */
function drawingOf(brand: Drawn): string {
  const known = digests.get(brand)
  if (known) return known
  const { primary, secondary } = themeColours(brand.theme)
  const parts = [DRAWING, brand.name, primary, secondary, markOf(brand), brand.drawings?.scene ?? sceneNameOf(brand)]
  let hash = 0x811c9dc5
  for (const letter of JSON.stringify(parts)) hash = Math.imul(hash ^ letter.codePointAt(0)!, 0x01000193)
  const digest = (hash >>> 0).toString(36)
  digests.set(brand, digest)
  return digest
}

/** Address of a brand's picture on its own host. It changes when the brand's look does, so it may be cached for ever. */
export function brandPicturePath(brand: Drawn, picture: BrandPicture): string {
  return `/brand/${drawingOf(brand)}/${picture}.png`
}

/** Address of a brand's scene, like those of its pictures. */
export function brandScenePath(brand: Drawn, scheme: Scheme): string {
  return `/brand/${drawingOf(brand)}/${SCENE_FILES[scheme]}.svg`
}

/** The picture of a path, and whether it is the brand's current one; null for any other path. */
export function brandPictureAt(brand: Drawn, path: string): { picture: BrandPicture; current: boolean } | null {
  const found = /^\/brand\/[0-9a-z]{1,7}\/([a-z0-9-]+)\.png$/.exec(path)
  const picture = found?.[1] as BrandPicture | undefined
  if (!picture || !Object.hasOwn(BRAND_PICTURES, picture)) return null
  return { picture, current: path === brandPicturePath(brand, picture) }
}

/** The same for a scene's path. */
export function brandSceneAt(brand: Drawn, path: string): { scheme: Scheme; current: boolean } | null {
  const found = /^\/brand\/[0-9a-z]{1,7}\/scene(-dark)?\.svg$/.exec(path)
  if (!found) return null
  const scheme = found[1] ? 'dark' : 'light'
  return { scheme, current: path === brandScenePath(brand, scheme) }
}
