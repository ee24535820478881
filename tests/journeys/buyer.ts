import type { Locale } from '../../shared/i18n/locales.ts'
import { sentence } from '../fixtures/sentence.ts'
import { aNewcomer, join, type NewMember } from './acts.ts'
import { aPerson, at, type Habits, type Person } from './browser.ts'

/** Someone who buys on a brand, in their language. */
export interface Buyer extends Person, NewMember {
  language: Locale
}

/** Here for a month without having bought anything: no discount comes by itself. */
export async function aBuyer(
  given: string,
  { language, tenant, country, ...habits }: Pick<NewMember, 'tenant' | 'country'> & Omit<Habits, 'country'> & { language: Locale }
): Promise<Buyer> {
  const buyer = { ...(await aPerson({ country, ...habits })), ...aNewcomer(given, { tenant, country }), language }
  await join(buyer, buyer, new Date(Date.now() - 30 * 24 * 3600 * 1000))
  await buyer.context.addCookies([{ url: at(tenant), name: 'locale', value: language, sameSite: 'Lax' }])
  return buyer
}

/** Without the no-break spaces of amounts. */
export const plain = (text: string | null) => (text ?? '').replaceAll(/\s/g, ' ')

/** Waits for the heading of a payment's page, which changes by itself. */
export async function sees({ page, language }: Buyer, heading: string): Promise<void> {
  await page.getByRole('heading', { level: 1, name: sentence(heading, {}, language), exact: true }).waitFor()
}
