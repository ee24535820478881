/**
 * The standard rates of the tax on electronic sales to consumers in a country, in percent (1 October 2026). Prices contain it. Outside Europe as the tax
 * offices say that foreign sellers of digital services charge it: AU ato.gov.au, NZ ird.govt.nz, MX sat.gob.mx, AR arca.gob.ar. Canada and the United
 * States have no rate for the whole country.
 */
const RATES: Readonly<Record<string, number>> = {
  AR: 21,
  AT: 20,
  AU: 10,
  BE: 21,
  BG: 20,
  CH: 8.1,
  CY: 19,
  CZ: 21,
  DE: 19,
  DK: 25,
  EE: 24,
  ES: 21,
  FI: 25.5,
  FR: 20,
  GB: 20,
  GR: 24,
  HR: 25,
  HU: 27,
  IE: 23,
  IT: 22,
  LT: 21,
  LU: 17,
  LV: 21,
  MT: 18,
  MX: 16,
  NL: 21,
  NO: 25,
  NZ: 15,
  PL: 23,
  PT: 23,
  RO: 21,
  SE: 25,
  SI: 22,
  SK: 23
}

/** The rate of a country in percent; null if this program knows none. An order keeps the rate of its day. */
export function vatRateIn(country: string): number | null {
  return RATES[country] ?? null
}

/** Which name the tax has in a country: `yes` for GST, a parameter of texts. */
export function gstIn(country: string): 'yes' | 'no' {
  return country === 'AU' || country === 'NZ' ? 'yes' : 'no'
}

/** The tax within an amount that contains it, in the same minor units. */
export function vatWithin(total: number, rate: number): number {
  return total - Math.round((total * 1000) / (1000 + Math.round(rate * 10)))
}
