import type { Random } from '../random.ts'
import { makeFace, type Face, type PortraitStyle, type Sitter } from './faces.ts'

/** Size of a drawn portrait in pixels: 4 to 5, as cards show it. */
export const WIDTH = 640
export const HEIGHT = 800

/** Edge length of one bust: the styles leave different room around the head. */
const SIZE: Record<PortraitStyle, { single: number; couple: number }> = {
  notionists: { single: 880, couple: 640 },
  'open-peeps': { single: 700, couple: 480 }
}
/** How far the two of a couple stand from the middle. */
const APART = 120

/** Two soft colours behind the faces of a brand, from top to bottom. */
export type Backdrop = readonly [string, string]

/** Draws the portraits of one person, or of the two of a couple. */
export type Artist = (random: Random) => string

/**
 * Loads the drawing library, which is only installed in development, and returns a function that creates the artist for a person: each call of the
 * artist draws another portrait, as SVG text.
 */
export async function loadArtists(): Promise<
  (style: PortraitStyle, sitters: readonly Sitter[], backdrop: Backdrop, random: Random) => Artist
> {
  const [{ Avatar, Style }, notionists, peeps] = await Promise.all([
    import('@dicebear/core'),
    import('@dicebear/styles/notionists.json', { with: { type: 'json' } }),
    import('@dicebear/styles/open-peeps.json', { with: { type: 'json' } })
  ])
  const styles = { notionists: new Style(notionists.default), 'open-peeps': new Style(peeps.default) }
  const bust = (style: PortraitStyle, face: Face, random: Random, { x, size, name }: { x: number; size: number; name: string }) => {
    const options = { ...face.same, ...face.pose(random) }
    // The ids of the two busts must differ, but be the same at every start.
    const svg = new Avatar(styles[style], options).toString().replaceAll(/(\bid="|url\(#|href="#)/g, `$1${name}-`)
    return svg.replace('<svg ', `<svg x="${x}" y="${HEIGHT - size}" width="${size}" height="${size}" `)
  }
  return (style, sitters, backdrop, random) => {
    const faces = sitters.map((sitter) => makeFace(style, sitter, random))
    return (other) => {
      const size = SIZE[style][faces.length > 1 ? 'couple' : 'single']
      const middle = (WIDTH - size) / 2
      const places = faces.length > 1 ? [middle + APART, middle - APART] : [middle]
      const busts = faces.map((face, index) => bust(style, face, other, { x: places[index] ?? 0, size, name: `bust${index}` }))
      return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${WIDTH} ${HEIGHT}" width="${WIDTH}" height="${HEIGHT}">${wall(backdrop, other)}${busts.join('')}</svg>`
    }
  }
}

/** A background like a wall in evening light: a gradient and one large quiet shape. */
function wall([top, bottom]: Backdrop, random: Random): string {
  const x = random.between(180, 460)
  const shapes = [
    `<circle cx="${x}" cy="${random.between(220, 320)}" r="${random.between(200, 270)}"/>`,
    `<path d="M${x - 190} ${HEIGHT}V330a190 190 0 0 1 380 0V${HEIGHT}z"/>`,
    `<path d="M0 ${random.between(260, 420)}Q${x} ${random.between(120, 300)} ${WIDTH} ${random.between(300, 460)}V${HEIGHT}H0z"/>`,
    `<rect x="${x - 170}" y="120" width="340" height="560" rx="24"/>`
  ]
  return `<defs><linearGradient id="wall" x2="0" y2="1"><stop stop-color="${top}"/><stop offset="1" stop-color="${bottom}"/></linearGradient></defs>
<rect width="${WIDTH}" height="${HEIGHT}" fill="url(#wall)"/><g fill="#fff" opacity="${random.pick(['.22', '.3', '.38'])}">${random.pick(shapes)}</g>`
}
