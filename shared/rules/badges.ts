/** A badge's text: nothing at 0, the number up to 99, then `99+` (docs/requirements.tsv). */
export function badgeText(count: number): string | null {
  if (count <= 0) return null
  return count > 99 ? '99+' : String(count)
}

/** The credits badge shows at 10 or fewer: a warning above 0, danger at 0 (docs/requirements.tsv). */
export function creditsBadge(credits: number): 'warning' | 'danger' | null {
  if (credits > 10) return null
  return credits > 0 ? 'warning' : 'danger'
}

/** The document title with the number of everything unseen in front, uncapped; no prefix at 0. */
export function titleWithCount(title: string, count: number): string {
  return count > 0 ? `(${count}) ${title}` : title
}
