import { readFile } from 'node:fs/promises'
import { text } from 'node:stream/consumers'
import { UsageError } from './usage-error.ts'

/** The reasons given to a command, as a file or on standard input. They must not be empty: their reader has a right to them. */
export async function readReasons(file: string | undefined): Promise<string> {
  if (file === undefined) throw new UsageError('Give the reasons: --reasons <file>, or - for standard input.')
  const given = file === '-' ? text(process.stdin) : readFile(file, 'utf8')
  const words = await given.catch((error: NodeJS.ErrnoException) => {
    throw new UsageError(`The reasons cannot be read from ${file}: ${error.message}`)
  })
  if (words.trim() === '') throw new UsageError('The reasons are empty; their reader has a right to them.')
  return words.trim()
}
