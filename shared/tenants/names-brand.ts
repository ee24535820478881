/** Would a text that others may see, on a bank statement or a locked screen, tell them the brand? Case, accents, spaces and signs don't hide it. */
export function namesBrand(text: string, brand: string): boolean {
  return bareOf(text).includes(bareOf(brand))
}

const bareOf = (text: string) =>
  text
    .normalize('NFKD')
    .toLowerCase()
    .replaceAll(/[^\p{L}\p{N}]/gu, '')
