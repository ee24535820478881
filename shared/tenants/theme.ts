import type { Tenant } from './schema.ts'

/** Defaults of the look: primary pink, secondary yellow, light and dark. */
const DEFAULT_THEME = { primary: '#c0186a', primary_dark: '#ff7db8', secondary: '#ffc83d', secondary_dark: '#ffd466' }

const DARK_TEXT = '#1f1622'
const LIGHT_TEXT = '#ffffff'
/** Page colours of the two schemes, see client/styles/tokens.css. */
export const PAGE = { light: '#fffbfc', dark: '#17101a' }

/** Relative luminance of `#rrggbb`, WCAG 2.2. */
function luminance(colour: string): number {
  const [r, g, b] = [1, 3, 5].map((start) => {
    const channel = Number.parseInt(colour.slice(start, start + 2), 16) / 255
    return channel <= 0.04045 ? channel / 12.92 : ((channel + 0.055) / 1.055) ** 2.4
  }) as [number, number, number]
  return 0.2126 * r + 0.7152 * g + 0.0722 * b
}

/** Contrast ratio of two colours `#rrggbb`, 1 to 21 (WCAG 2.2). */
export function contrast(one: string, other: string): number {
  const [high, low] = [luminance(one), luminance(other)].sort((a, b) => b - a) as [number, number]
  return (high + 0.05) / (low + 0.05)
}

/** The text colour that is easier to read on `background`. */
export function textOn(background: string): string {
  return contrast(background, LIGHT_TEXT) >= contrast(background, DARK_TEXT) ? LIGHT_TEXT : DARK_TEXT
}

/** Increases the lightness of `colour`, keeping hue and saturation, until it is readable on the dark page. */
function lightened(colour: string): string {
  const { hue, saturation, lightness } = toHsl(colour)
  for (let light = lightness; light < 1; light += 0.02) {
    const lighter = fromHsl(hue, saturation, light)
    if (contrast(lighter, PAGE.dark) >= 5.5) return lighter
  }
  return LIGHT_TEXT
}

function toHsl(colour: string): { hue: number; saturation: number; lightness: number } {
  const [r, g, b] = [1, 3, 5].map((start) => Number.parseInt(colour.slice(start, start + 2), 16) / 255) as [number, number, number]
  const max = Math.max(r, g, b)
  const range = max - Math.min(r, g, b)
  const lightness = max - range / 2
  if (range === 0) return { hue: 0, saturation: 0, lightness }
  const hue = max === r ? ((g - b) / range + 6) % 6 : max === g ? (b - r) / range + 2 : (r - g) / range + 4
  return { hue: hue * 60, saturation: range / (1 - Math.abs(2 * lightness - 1)), lightness }
}

/** CSS Color 4, hsl() to sRGB. */
function fromHsl(hue: number, saturation: number, lightness: number): string {
  const reach = saturation * Math.min(lightness, 1 - lightness)
  const channel = (offset: number) => {
    const turn = (offset + hue / 30) % 12
    const value = lightness - reach * Math.max(-1, Math.min(turn - 3, 9 - turn, 1))
    return Math.round(value * 255)
      .toString(16)
      .padStart(2, '0')
  }
  return `#${channel(0)}${channel(8)}${channel(4)}`
}

/** The tenant's four colours with missing ones filled in; dark variants are computed. */
export function themeColours(theme: Tenant['theme']) {
  const primary = theme.primary ?? DEFAULT_THEME.primary
  const secondary = theme.secondary ?? DEFAULT_THEME.secondary
  return {
    primary,
    secondary,
    primary_dark: theme.primary_dark ?? (theme.primary ? lightened(primary) : DEFAULT_THEME.primary_dark),
    secondary_dark: theme.secondary_dark ?? (theme.secondary ? lightened(secondary) : DEFAULT_THEME.secondary_dark)
  }
}

/**
 * The tenant's custom properties, light and dark, as the text of one `<style>`; the edge allows it by its hash. Written without `light-dark()`:
 * inline styles aren't compiled for older browsers.
 */
export function themeCss(theme: Tenant['theme']): string {
  const c = themeColours(theme)
  return `:root{${colours(c.primary, c.secondary)}}@media (prefers-color-scheme:dark){:root{${colours(c.primary_dark, c.secondary_dark)}}}`
}

function colours(primary: string, secondary: string): string {
  return `--primary:${primary};--on-primary:${textOn(primary)};--secondary:${secondary};--on-secondary:${textOn(secondary)};`
}
