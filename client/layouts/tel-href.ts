/** The link that dials a number: dashes and spaces are for readers (SPEC §9). */
export function telHref(phone: string): string {
  return `tel:${phone.replace(/[- ]/g, '')}`
}
