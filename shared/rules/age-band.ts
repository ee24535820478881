/** Ages are told in bands of so many years where the exact age isn't shown. */
export const BAND = 5

/** The first and last age of the band that an age is in. */
export function bandOf(age: number): { from: number; to: number } {
  const from = age - (age % BAND)
  return { from: Math.max(18, from), to: from + BAND - 1 }
}
