import { markOf, type Drawn } from './brand-pictures.ts'
import { markSvg } from './marks.ts'
import { textOn, themeColours } from './theme.ts'

/** Launchers that cut icons themselves leave the inner 80 %. */
export type IconShape = 'rounded' | 'square' | 'maskable'

/** The brand's icon: its mark on its colour. */
export function iconSvg(brand: Drawn, side: number, shape: IconShape): string {
  const { primary, secondary } = themeColours(brand.theme)
  const size = side * (shape === 'maskable' ? 0.5 : 0.62)
  const tile = `width="${side}" height="${side}"${shape === 'rounded' ? ` rx="${side / 4}"` : ''}`
  const mark = markSvg(markOf(brand), { x: (side - size) / 2, y: (side - size) / 2, size }, { primary: textOn(primary), secondary })
  return [
    `<svg xmlns="http://www.w3.org/2000/svg" width="${side}" height="${side}" viewBox="0 0 ${side} ${side}">`,
    '<linearGradient id="light" x1="0" y1="0" x2="0" y2="1"><stop stop-color="#fff" stop-opacity=".14"/><stop offset="1" stop-opacity=".14"/></linearGradient>',
    `<rect ${tile} fill="${primary}"/><rect ${tile} fill="url(#light)"/>${mark}</svg>`
  ].join('')
}
