/**
 * A value as wrangler's env files hold it: in a kind of quotes that the text does not, and no dollar sign names a variable.
 * Throws for a text that they cannot hold.
 */
export function envText(text: string): string {
  const quote = ["'", '"', '`'].find((mark) => !text.includes(mark))
  if (!quote || /[\\\n\r]/.test(text))
    throw new Error('A secret with a backslash, a line break or all three kinds of quotes cannot be handed to wrangler.')
  return `${quote}${text.replaceAll('$', '\\$')}${quote}`
}
