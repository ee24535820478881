import { printParseErrorCode, visit, type ParseErrorCode } from 'jsonc-parser'

/** A position in a text; line and column count from 1, columns in UTF-16 units like editors. */
export interface Place {
  line: number
  column: number
}

export type Path = readonly (string | number)[]

/** A JSON text with the position of every key and value. */
export interface JsonText {
  value: unknown
  /** Position of the value at `path`, or of the nearest existing parent. */
  valueAt(path: Path): Place
  /** Position of the key that `path` ends with, or of the nearest existing parent. */
  keyAt(path: Path): Place
  /** Keys that appear twice in one object: `JSON.parse` would silently take the last. */
  doubled: Path[]
}

export type JsonResult = { ok: true; json: JsonText } | { ok: false; place: Place; message: string }

/** None of our files nests deeper; the limit keeps a broken one from exhausting the stack. */
const DEEPEST = 20

const keyOf = (path: Path) => JSON.stringify(path)

class Mistake extends Error {
  readonly at: number

  constructor(at: number, message: string) {
    super(message)
    this.at = at
  }
}

/** Parses a JSON text and records the position of everything. Comments and trailing commas are mistakes, as in `JSON.parse`. */
export function parseJson(text: string): JsonResult {
  try {
    const { values, keys, doubled } = findPlaces(text)
    const valueAt = (path: Path): Place => {
      const at = values.get(keyOf(path))
      return at === undefined ? valueAt(path.slice(0, -1)) : placeOf(text, at)
    }
    const keyAt = (path: Path): Place => {
      const at = keys.get(keyOf(path))
      return at === undefined ? valueAt(path) : placeOf(text, at)
    }
    return { ok: true, json: { value: JSON.parse(text), valueAt, keyAt, doubled } }
  } catch (error) {
    if (!(error instanceof Mistake)) throw error
    return { ok: false, place: placeOf(text, error.at), message: error.message }
  }
}

/** What is allowed next. */
type Expected = 'value' | 'key' | 'colon' | 'comma' | 'end'

/** How far the parser has come. */
interface Progress {
  /** Open objects and arrays, the innermost last. */
  open: ('{' | '[')[]
  expected: Expected
  /** The key whose value comes next, or was just read. */
  key: string | undefined
  /** End offset of what was read last. */
  end: number
}

/** Offsets of every value and key, by path; throws `Mistake` at the first thing that is not JSON. */
function findPlaces(text: string) {
  const values = new Map<string, number>()
  const keys = new Map<string, number>()
  const doubled: Path[] = []
  const progress: Progress = { open: [], expected: 'value', key: undefined, end: 0 }

  const read = (expected: Expected, end: number) => Object.assign(progress, { expected, end })
  const begin = (offset: number, path: Path) => {
    if (path.length > DEEPEST) throw new Mistake(offset, 'nested too deep')
    values.set(keyOf(path), offset)
  }
  const finish = (end: number) => read(progress.open.length > 0 ? 'comma' : 'end', end)
  const close = (offset: number, length: number) => {
    // At the end of the text the parser closes what is open, then reports the error.
    if (offset >= text.length) return
    progress.open.pop()
    finish(offset + length)
  }
  visit(
    text,
    {
      onObjectBegin: (offset, length, _line, _column, path) => {
        begin(offset, path())
        progress.open.push('{')
        read('key', offset + length)
      },
      onArrayBegin: (offset, length, _line, _column, path) => {
        begin(offset, path())
        progress.open.push('[')
        progress.key = undefined
        read('value', offset + length)
      },
      onLiteralValue: (_, offset, length, _line, _column, path) => {
        begin(offset, path())
        finish(offset + length)
      },
      onObjectProperty: (name, offset, length, _line, _column, around) => {
        const path = [...around(), name]
        if (keys.has(keyOf(path))) doubled.push(path)
        keys.set(keyOf(path), offset)
        progress.key = name
        read('colon', offset + length)
      },
      onSeparator: (character, offset, length) =>
        read(character === ',' && progress.open.at(-1) === '{' ? 'key' : 'value', offset + length),
      onObjectEnd: close,
      onArrayEnd: close,
      onError: (code, offset) => {
        throw mistakeOf(text, code, offset, progress)
      }
    },
    { disallowComments: true, allowTrailingComma: false }
  )
  return { values, keys, doubled }
}

/** The scanner's errors about a string. */
const BROKEN_TEXT: ReadonlySet<string> = new Set([
  'UnexpectedEndOfString',
  'UnexpectedEndOfUnicode',
  'InvalidUnicode',
  'InvalidEscapeCharacter',
  'InvalidCharacter'
])

/** The parser's error, in words that say what to fix. */
function mistakeOf(text: string, code: ParseErrorCode, offset: number, { open, expected, key, end }: Progress): Mistake {
  const found = text[offset]
  if (BROKEN_TEXT.has(printParseErrorCode(code)))
    return new Mistake(offset, 'a text is not closed on its line, or has an invalid backslash')
  switch (expected) {
    case 'end':
      return new Mistake(offset, 'text after the end of the object')
    case 'key':
      return new Mistake(offset, found === '}' ? 'a comma too many' : 'a key needs double quotes')
    case 'colon':
      return new Mistake(offset, `a colon is missing after "${key}"`)
    case 'comma':
      return new Mistake(end, found === undefined ? `"${open.at(-1) === '{' ? '}' : ']'}" is missing` : 'a comma is missing')
    case 'value':
      if (found === undefined) return new Mistake(offset, 'the text ends too early')
      if (found === ']' && open.at(-1) === '[') return new Mistake(offset, 'a comma too many')
      if (found === "'") return new Mistake(offset, 'a text needs double quotes')
      return new Mistake(offset, key === undefined ? 'a value is missing or not quoted' : `a value is missing or not quoted after "${key}"`)
  }
}

export function placeOf(text: string, at: number): Place {
  const before = text.slice(0, at).split('\n')
  return { line: before.length, column: before.at(-1)!.length + 1 }
}
