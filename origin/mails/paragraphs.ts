/** The paragraphs of a text that someone wrote, for the lines of a mail. */
export const paragraphs = (text: string): string[] =>
  text
    .split(/\s*\n\s*/)
    .map((line) => line.trim())
    .filter(Boolean)
