import { fileURLToPath } from 'node:url'
import sharp from 'sharp'
import { BRAND_PICTURES, type BrandPicture, type Drawn } from '../../shared/tenants/brand-pictures.ts'
import { textOn, themeColours } from '../../shared/tenants/theme.ts'

/** The font is part of the program: a server may have none, and a brand must look the same wherever it is drawn. */
const FONT = fileURLToPath(new URL('./font/figtree-bold.ttf', import.meta.url))
const AGE = '18+'

/** One of the brand's pictures as PNG, from its name and colours alone. */
export async function drawBrand(brand: Drawn, picture: BrandPicture): Promise<Buffer> {
  return await (picture === 'card' ? drawCard(brand) : drawIcon(brand, picture))
}

async function drawIcon({ name, theme }: Drawn, picture: BrandPicture): Promise<Buffer> {
  const { width: side } = BRAND_PICTURES[picture]
  const { primary } = themeColours(theme)
  // Launchers cut a maskable icon down to the inner 80 %.
  const cut = picture === 'icon-maskable-512'
  const radius = picture === 'icon-192' || picture === 'icon-512' ? side / 4 : 0
  const letter = await lettering(initialOf(name), textOn(primary), { width: side * 0.6, height: side * (cut ? 0.38 : 0.48) })
  return await sharp(svg(side, side, `<rect width="${side}" height="${side}" rx="${radius}" fill="${primary}"/>`))
    .composite([{ input: letter, gravity: 'centre' }])
    .png({ compressionLevel: 9 })
    .toBuffer()
}

/** The image of a shared link: the brand's name on its colour, and the age it is for. No sentence, so that it fits every language. */
async function drawCard({ name, theme }: Drawn): Promise<Buffer> {
  const { width, height } = BRAND_PICTURES.card
  const { primary, secondary } = themeColours(theme)
  const ink = textOn(primary)
  const title = await lettering(name, ink, { width: 900, height: 150 })
  const age = await lettering(AGE, textOn(secondary), { width: 90, height: 42 })
  const ground = [
    `<rect width="${width}" height="${height}" fill="${primary}"/>`,
    `<circle cx="1080" cy="90" r="300" fill="${secondary}" opacity="0.18"/><circle cx="150" cy="600" r="240" fill="${ink}" opacity="0.07"/>`,
    `<rect x="524" y="432" width="152" height="84" rx="42" fill="${secondary}"/>`
  ]
  const place = async (input: Buffer, middle: number) => {
    const size = await sharp(input).metadata()
    return { input, left: Math.round((width - size.width) / 2), top: Math.round(middle - size.height / 2) }
  }
  return await sharp(svg(width, height, ground.join('')))
    .composite([await place(title, 290), await place(age, 474)])
    .png({ compressionLevel: 9, palette: true, quality: 95 })
    .toBuffer()
}

const svg = (width: number, height: number, inside: string) =>
  Buffer.from(`<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}">${inside}</svg>`)

const initialOf = (name: string) => ([...name][0] ?? '').toUpperCase()

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
