import { electronicFormatIBAN, isSEPACountry, isValidIBAN } from 'ibantools'
import { parsePhoneNumberFromString, type CountryCode } from 'libphonenumber-js/mobile'
import { fieldError } from '../../shared/api/errors.ts'
import { HttpError } from '../http/http-error.ts'

const refuse = (field: string, code: string) => new HttpError('invalid', { fields: [fieldError(field, code)] })

/** An IBAN without spaces. Throws `invalid` for one whose check digits are wrong, or whose bank takes no direct debits in euros. */
export function readIban(typed: string): string {
  const iban = electronicFormatIBAN(typed) ?? ''
  if (!isValidIBAN(iban)) throw refuse('iban', 'iban')
  if (!isSEPACountry(iban.slice(0, 2))) throw refuse('iban', 'iban_country')
  return iban
}

/**
 * A mobile number in international form (E.164). One without a country code belongs to `country`. Throws `invalid` for other numbers, and for those
 * of countries without direct debit: making others send codes to expensive foreign numbers is a known fraud.
 */
export function readMobile(typed: string, country: string): string {
  const phone = parsePhoneNumberFromString(typed, country as CountryCode)
  if (!phone?.isValid()) throw refuse('phone', 'phone')
  if (!phone.country || !isSEPACountry(phone.country)) throw refuse('phone', 'phone_country')
  return phone.number
}
