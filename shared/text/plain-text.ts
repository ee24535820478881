/** Text that every part of the system can handle: no NUL (PostgreSQL refuses it) and no lone surrogate (not UTF-8). */
export function isPlainText(text: string): boolean {
  return !text.includes('\0') && text.isWellFormed()
}

/** Does a text show anything? Spaces, control characters and characters without a shape don't. */
export function isVisibleText(text: string): boolean {
  return /[^\s\p{DI}\p{Cc}\u2800]/u.test(text)
}
