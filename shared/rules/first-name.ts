/** What a visitor reads of a member's name where the search is limited: its first run of letters, else its first character. */
export function firstName(name: string): string {
  return /\p{L}[\p{L}\p{M}]*/u.exec(name)?.[0] ?? [...name][0] ?? ''
}
