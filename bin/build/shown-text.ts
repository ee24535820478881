/**
 * A text as pages show it: no line ends at the hyphen after one or two letters, as in E-Mail, e-post or IP-adresse, since a letter alone at the end of
 * a line is no word. A word joiner after the plain hyphen does that, and browsers' search finds "E-Mail" as people type it, which it doesn't with a
 * hyphen that is itself one at which no line ends (U+2011). English texts stay letter by letter: some are specified, and no other has such a word.
 * @param text may be ICU source: none of its syntax has such hyphens
 */
export function shownText(text: string, language: string): string {
  return language === 'en' ? text : text.replaceAll(/(?<!\p{L})(\p{L}{1,2}-)(?=\p{L})/gu, '$1\u2060')
}
