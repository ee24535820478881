import { parseArgs } from 'node:util'
import { nearestWord } from '../../shared/tenants/nearest-word.ts'
import { UsageError } from './usage-error.ts'

type Options = Record<string, { type: 'string' | 'boolean'; multiple?: boolean }>

/** Marks an argument that only looks like an option; no argument of a process can contain it. */
const MARK = '\0'
const mark = (arg: string) => (/^-\d/.test(arg) ? MARK + arg : arg)
const unmark = <T>(value: T): T =>
  (typeof value === 'string' ? value.replace(MARK, '') : Array.isArray(value) ? value.map(unmark) : value) as T

/**
 * Words and options of a command line. -5 counts as a number, which the command itself refuses with its own message. Throws a `UsageError` for an
 * unknown option, or one without its value.
 */
export function parseCommandLine<O extends Options>(args: readonly string[], options: O) {
  const { positionals, values } = orUsageError(options, () => parseArgs({ args: args.map(mark), allowPositionals: true, options }))
  const given = Object.entries(values).map(([name, value]) => [name, unmark(value)])
  return { positionals: unmark(positionals), values: Object.fromEntries(given) as typeof values }
}

/** The words of a command that takes no options, at most so many: a mistyped option must not become the name of a folder. */
export function parseWords(most: number): string[] {
  const { positionals } = parseCommandLine(process.argv.slice(2), {})
  refuseMore(positionals, most)
  return positionals
}

/** An extra word would be silently ignored: "refund X 500" would refund everything. */
export function refuseMore(words: readonly string[], most: number): void {
  if (words.length > most) throw new UsageError(`"${words[most]}" is one word too many.`)
}

function orUsageError<T>(options: Options, parse: () => T): T {
  try {
    return parse()
  } catch (error) {
    const { code, message } = error as NodeJS.ErrnoException
    const [, option = '', name = ''] = /'(--?([^' ]*))/.exec(message) ?? []
    if (code === 'ERR_PARSE_ARGS_UNKNOWN_OPTION')
      throw new UsageError(`There is no option "${option}".${didYouMean(name, Object.keys(options), '--')}`)
    if (code !== 'ERR_PARSE_ARGS_INVALID_OPTION_VALUE') throw error
    throw new UsageError(options[name]?.type === 'boolean' ? `${option} takes no value.` : `${option} needs a value.`)
  }
}

/** The question after an unknown word; empty if none of the known ones is near. */
export function didYouMean(word: string, known: readonly string[], prefix = ''): string {
  const near = nearestWord(word, known)
  return near ? ` Did you mean "${prefix}${near}"?` : ''
}
