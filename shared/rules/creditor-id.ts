/**
 * Are the check digits of a SEPA creditor identifier right? They follow the country (ISO 7064, mod 97-10) and leave out the three signs after them, which
 * the creditor chooses.
 */
export function isCreditorId(id: string): boolean {
  const digits = (id.slice(7) + id.slice(0, 4)).replace(/[A-Z]/g, (letter) => String(parseInt(letter, 36)))
  return [...digits].reduce((rest, digit) => (rest * 10 + Number(digit)) % 97, 0) === 1
}
