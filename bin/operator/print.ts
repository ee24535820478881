import { styleText } from 'node:util'
import { harmlessJson } from './harmless.ts'

/** `3 errors`, `1 error`. */
export const count = (number: number, what: string) => `${number} ${what}${number === 1 ? '' : 's'}`

/** Columns as wide as their widest cell, the heads in bold. */
export function printTable(heads: readonly string[], rows: readonly (readonly string[])[]): void {
  const widths = heads.map((head, column) => Math.max(head.length, ...rows.map((row) => row[column]!.length)))
  const line = (cells: readonly string[]) =>
    cells
      .map((cell, column) => cell.padEnd(widths[column]!))
      .join('  ')
      .trimEnd()
  console.log(styleText('bold', line(heads)))
  for (const row of rows) console.log(line(row))
}

/** How many rows of a long list are printed. */
const PRINTED = 500

/** The same for a list that may be very long: its first rows, and how many follow. */
export function printBeginning(heads: readonly string[], rows: readonly (readonly string[])[]): void {
  printTable(heads, rows.slice(0, PRINTED))
  if (rows.length > PRINTED) console.log(`… and ${rows.length - PRINTED} more, which --json prints, too.`)
}

/** On stdout alone. */
export function printJson(value: unknown): void {
  console.log(harmlessJson(value))
}

/** A value of a tenant file in one line, cut at `most` characters. */
export function short(value: unknown, most = 60): string {
  const text = typeof value === 'string' ? value : (JSON.stringify(value) ?? 'nothing')
  return text.length > most ? `${text.slice(0, most - 1)}…` : text
}
