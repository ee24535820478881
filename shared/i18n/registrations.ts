import type { Company } from '../tenants/schema.ts'
import type { Translator } from './translator.ts'

/** A sentence for each number that a company is registered by; on a receipt it is the company of the time. */
export function registrationsOf({ kvk, vat_numbers: vat }: Pick<Company, 'kvk' | 'vat_numbers'>, { t }: Pick<Translator, 't'>): string[] {
  return [t('footer.registration', { number: kvk }), ...vat.map((number) => t('footer.vat', { number }))]
}
