import { brandPicturePath } from '../../shared/tenants/brand-pictures.ts'
import { themeColours, themeCss } from '../../shared/tenants/theme.ts'
import type { TenantRecord } from '../../shared/tenants/schema.ts'
import { pageHeaders, transport } from './security-headers.ts'

/** Everything that the pages of one version of a tenant share, computed once: the theme, its hash, the headers. */
export interface Brand {
  themeCss: string
  themeColour: { light: string; dark: string }
  /** Paths of drawn pictures. */
  card: string
  appleIcon: string
  headers: Record<string, string>
}

const brands = new WeakMap<TenantRecord, Brand>()

export async function brandOf(record: TenantRecord, https: boolean): Promise<Brand> {
  const known = brands.get(record)
  if (known) return known
  // Declares the order of the layers first, since style sheets may load in any order.
  const css = `@layer reset,tokens,base,ui,layouts,pages;${themeCss(record.settings.theme)}`
  const digest = new Uint8Array(await crypto.subtle.digest('SHA-256', new TextEncoder().encode(css)))
  const colours = themeColours(record.settings.theme)
  const brand: Brand = {
    themeCss: css,
    themeColour: { light: colours.primary, dark: colours.primary_dark },
    card: brandPicturePath(record.settings, 'card'),
    appleIcon: brandPicturePath(record.settings, 'apple-touch-icon'),
    headers: { ...transport(record.settings.hsts, https), ...pageHeaders(record, `sha256-${btoa(String.fromCharCode(...digest))}`, https) }
  }
  brands.set(record, brand)
  return brand
}
