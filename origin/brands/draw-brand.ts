import { readFile } from 'node:fs/promises'
import { fileURLToPath } from 'node:url'
import sharp from 'sharp'
import { BRAND_PICTURES, markOf, type BrandPicture, type Drawn } from '../../shared/tenants/brand-pictures.ts'
import { iconSvg } from '../../shared/tenants/icon-svg.ts'
import { markSvg } from '../../shared/tenants/marks.ts'
import { paintScene } from '../../shared/tenants/scene-colours.ts'
import { sceneNameOf } from '../../shared/tenants/scenes.ts'
import { textOn, themeColours } from '../../shared/tenants/theme.ts'

/** The font is part of the program: a server may have none, and a brand must look the same wherever it is drawn. */
const FONT = fileURLToPath(new URL('./font/figtree-bold.ttf', import.meta.url))
const AGE = '18+'

/** One of the brand's pictures as PNG, from its settings alone. */
export async function drawBrand(brand: Drawn, picture: BrandPicture): Promise<Buffer> {
  if (picture === 'card') return await drawCard(brand)
  const shape = picture === 'icon-maskable-512' ? 'maskable' : picture === 'apple-touch-icon' ? 'square' : 'rounded'
  return await sharp(Buffer.from(iconSvg(brand, BRAND_PICTURES[picture].width, shape)))
    .png({ compressionLevel: 9 })
    .toBuffer()
}

/** The image of a shared link: the brand's scene by night with its mark and name, and the age it is for. No sentence, so that it fits every language. */
async function drawCard(brand: Drawn): Promise<Buffer> {
  const { width, height } = BRAND_PICTURES.card
  const { secondary } = themeColours(brand.theme)
  const title = await lettering(brand.name, INK, { width: 860, height: 130 })
  const age = await lettering(AGE, textOn(secondary), { width: 80, height: 38 })
  const size = 120
  const over = [
    '<radialGradient id="shade" cx=".5" cy=".5" r=".62"><stop stop-opacity=".62"/><stop offset="1" stop-opacity=".18"/></radialGradient>',
    `<rect width="${width}" height="${height}" fill="url(#shade)"/>`,
    markSvg(markOf(brand), { x: (width - size) / 2, y: 120, size }, { primary: INK, secondary }),
    `<rect x="532" y="448" width="136" height="76" rx="38" fill="${secondary}"/>`
  ]
  const place = async (input: Buffer, middle: number) => {
    const { width: wide, height: high } = await sharp(input).metadata()
    return { input, left: Math.round((width - wide) / 2), top: Math.round(middle - high / 2) }
  }
  const ground = await sharp(Buffer.from(paintScene(await drawingOf(brand), brand.theme, 'dark')))
    .resize({ width, height, fit: 'cover' })
    .flatten({ background: '#17101a' })
    .toBuffer()
  return await sharp(ground)
    .composite([{ input: svg(width, height, over.join('')) }, await place(title, 340), await place(age, 486)])
    .png({ compressionLevel: 9, palette: true, quality: 90 })
    .toBuffer()
}

const INK = '#ffffff'

async function drawingOf(brand: Drawn): Promise<string> {
  return brand.drawings?.scene ?? (await readFile(new URL(`../../shared/scenes/${sceneNameOf(brand)}.svg`, import.meta.url), 'utf8'))
}

const svg = (width: number, height: number, inside: string) =>
  Buffer.from(`<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}">${inside}</svg>`)

/** A text as large as the box (in px) allows, trimmed to its ink. */
async function lettering(text: string, colour: string, box: { width: number; height: number }): Promise<Buffer> {
  const markup = `<span foreground="${colour}">${text.replace(/[&<>]/g, (sign) => `&#${sign.codePointAt(0)};`)}</span>`
  const drawn = await sharp({ text: { text: markup, font: 'Figtree', fontfile: FONT, rgba: true, dpi: 600, wrap: 'none' } })
    .png()
    .toBuffer()
  const ink = await sharp(drawn).trim().png().toBuffer()
  return await sharp(ink)
    .resize({ width: Math.round(box.width), height: Math.round(box.height), fit: 'inside' })
    .png()
    .toBuffer()
}
