/** What a visitor sees of a member's name in a limited search: its first run of letters, otherwise its first character. */
export function firstName(name: string): string {
  return /\p{L}[\p{L}\p{M}]*/u.exec(name)?.[0] ?? [...name][0] ?? ''
}
