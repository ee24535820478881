import { electronicFormatIBAN, isSEPACountry, isValidIBAN } from 'ibantools'
import { parsePhoneNumberFromString, type CountryCode } from 'libphonenumber-js/mobile'
import { invalidField } from '../http/http-error.ts'

/** An IBAN without spaces. Throws `invalid` for one whose check digits are wrong, or whose bank takes no direct debits in euros. */
export function readIban(typed: string): string {
  const iban = electronicFormatIBAN(typed) ?? ''
  if (!isValidIBAN(iban)) throw invalidField('iban', 'iban')
  if (!isSEPACountry(iban.slice(0, 2))) throw invalidField('iban', 'iban_country')
  return iban
}

/**
 * A mobile number in international form (E.164). One without a country code belongs to `country`. Throws `invalid` for other numbers, and for those
 * of countries without direct debit: making others send codes to expensive foreign numbers is a known fraud.
 */
export function readMobile(typed: string, country: string): string {
  const phone = parsePhoneNumberFromString(typed, country as CountryCode)
  if (!phone?.isValid()) throw invalidField('phone', 'phone')
  if (!phone.country || !isSEPACountry(phone.country)) throw invalidField('phone', 'phone_country')
  return phone.number
}
