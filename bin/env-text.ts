/**
 * A value in the format of wrangler's env files: in quotes that the text doesn't contain, and without expanding variables. Throws for a text that
 * can't be written in it.
 */
export function envText(text: string): string {
  const quote = ["'", '"', '`'].find((mark) => !text.includes(mark))
  if (!quote || /[\\\n\r]/.test(text))
    throw new Error('A secret with a backslash, a line break or all three kinds of quotes cannot be handed to wrangler.')
  return `${quote}${text.replaceAll('$', '\\$')}${quote}`
}
