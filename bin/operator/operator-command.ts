import { parseCommandLine, refuseMore } from './parse-command-line.ts'
import { UsageError } from './usage-error.ts'

/** Options of a command as `parseCommandLine` takes them. */
export const STRING = { type: 'string' } as const
export const BOOLEAN = { type: 'boolean' } as const

type Options = Record<string, typeof STRING | typeof BOOLEAN>
type Values<O extends Options> = { [K in keyof O]?: O[K] extends typeof STRING ? string : boolean }

interface Command<Call, O extends Options> {
  help: string
  verbs: Record<string, (call: Call) => Promise<void>>
  /** How many words this verb needs, and how many it takes at most. */
  words: (verb: string) => readonly [needed: number, most: number]
  /** If missing, every argument is a word, even one that begins with a dash. */
  options?: O
  callOf: (words: string[], values: Values<O>) => Call
}

/** Runs the verb that the command line begins with. Prints the help for any other one, and where a word is missing. */
export async function runVerb<Call, O extends Options>({ help, verbs, words: wordsOf, options, callOf }: Command<Call, O>): Promise<void> {
  await runCommand(async () => {
    const { name = '', words, values } = read(options)
    const verb = Object.hasOwn(verbs, name) ? verbs[name] : undefined
    const [needed, most] = wordsOf(name)
    if (!verb || words.length < needed) {
      console.log(help)
      process.exitCode = name === '' || name === 'help' ? 0 : 1
      return
    }
    refuseMore(words, most)
    await verb(callOf(words, values))
  })
}

/** Runs a command. Mistakes of its operator end it with their message and exit code 1; anything else is a bug, shown with its stack. */
export async function runCommand(work: () => Promise<void>): Promise<void> {
  try {
    await work()
  } catch (error) {
    if (!(error instanceof UsageError)) throw error
    console.error(error.message)
    process.exitCode = 1
  }
}

function read<O extends Options>(options: O | undefined): { name?: string; words: string[]; values: Values<O> } {
  const args = process.argv.slice(2)
  const { positionals, values } = parseCommandLine(options ? args : ['--', ...args], options ?? {})
  const [name, ...words] = positionals
  return { name, words, values }
}
