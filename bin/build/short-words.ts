/**
 * Replaces the hyphen after one or two letters, as in E-Mail, e-post or IP-adresse, by one at which no line ends: a letter alone at the end of a line is
 * no word. `text` may be ICU source: none of its syntax has such hyphens.
 */
export function keepShortWords(text: string): string {
  return text.replaceAll(/(?<!\p{L})(\p{L}{1,2})-(?=\p{L})/gu, '$1\u2011')
}
