/**
 * A text as pages show it: the hyphen after one or two letters, as in E-Mail, e-post or IP-adresse, becomes one at which no line ends, since a letter
 * alone at the end of a line is no word. English texts stay letter by letter: some are specified, and no other has such a word.
 * @param text may be ICU source: none of its syntax has such hyphens
 */
export function shownText(text: string, language: string): string {
  return language === 'en' ? text : text.replaceAll(/(?<!\p{L})(\p{L}{1,2})-(?=\p{L})/gu, '$1\u2011')
}
