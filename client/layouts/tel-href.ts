/** The link that dials a number: dashes and spaces are for readers (docs/requirements.tsv). */
export function telHref(phone: string): string {
  return `tel:${phone.replace(/[- ]/g, '')}`
}
