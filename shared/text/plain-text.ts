/** Text that every part of the system can handle: no NUL (PostgreSQL refuses it) and no lone surrogate (not UTF-8). */
export function isPlainText(text: string): boolean {
  return !text.includes('\0') && text.isWellFormed()
}
