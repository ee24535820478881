import { readFile } from 'node:fs/promises'
import { buffer } from 'node:stream/consumers'
import { isPlainText } from '../../shared/text/plain-text.ts'
import { UsageError } from './usage-error.ts'

/** The reasons given to a command, as a file or on standard input. They must not be empty: their reader has a right to them. */
export async function readReasons(file: string | undefined): Promise<string> {
  if (file === undefined) throw new UsageError('Give the reasons: --reasons <file>, or - for standard input.')
  const given = file === '-' ? buffer(process.stdin) : readFile(file)
  const bytes = await given.catch((error: NodeJS.ErrnoException) => {
    throw new UsageError(`The reasons cannot be read from ${file}: ${error.message}`)
  })
  const words = textOf(bytes)
  if (words === null) throw new UsageError(`${file === '-' ? 'Standard input' : file} is not text in UTF-8: save it as UTF-8 first.`)
  if (words.trim() === '') throw new UsageError('The reasons are empty; their reader has a right to them.')
  return words.trim()
}

/** The text of these bytes; null if they are in another encoding, of which their reader would be mailed other characters. */
function textOf(bytes: Uint8Array): string | null {
  try {
    const text = new TextDecoder('utf-8', { fatal: true }).decode(bytes)
    return isPlainText(text) ? text : null
  } catch {
    return null
  }
}
