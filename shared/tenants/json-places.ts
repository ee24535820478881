/** Where something stands in a text; line and column count from 1, columns in UTF-16 units as editors do. */
export interface Place {
  line: number
  column: number
}

export type Path = readonly (string | number)[]

/** A JSON text with the place of every key and value in it. */
export interface JsonText {
  value: unknown
  /** Place of the value at `path`, or of the nearest thing around it that exists. */
  valueAt(path: Path): Place
  /** Place of the key that `path` ends with, or of the nearest thing around it that exists. */
  keyAt(path: Path): Place
  /** Keys that stand twice in one object: `JSON.parse` would silently take the last. */
  doubled: Path[]
}

export type JsonResult = { ok: true; json: JsonText } | { ok: false; place: Place; message: string }

const WORDS = /true|false|null/y
const NUMBER = /-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?/y
const SPACE = /[ \t\r\n]*/y
// eslint-disable-next-line no-control-regex -- control characters are what JSON refuses inside a string
const STRING = /"(?:[^"\\\u0000-\u001f]|\\(?:["\\/bfnrt]|u[0-9a-fA-F]{4}))*"/y

/** No file of ours nests deeper; it keeps a broken one from exhausting the stack. */
const DEEPEST = 20

const keyOf = (path: Path) => JSON.stringify(path)

class Mistake extends Error {
  readonly at: number

  constructor(at: number, message: string) {
    super(message)
    this.at = at
  }
}

/** Walks over a JSON text and notes where everything begins; throws `Mistake` where the text is not JSON. */
class Walker {
  readonly text: string
  readonly values = new Map<string, number>()
  readonly keys = new Map<string, number>()
  readonly doubled: Path[] = []
  private at = 0

  constructor(text: string) {
    this.text = text
  }

  document(): void {
    this.value([])
    this.space()
    if (this.at < this.text.length) throw new Mistake(this.at, 'text after the end of the object')
  }

  private value(path: Path): void {
    this.space()
    if (path.length > DEEPEST) throw new Mistake(this.at, 'nested too deep')
    this.values.set(keyOf(path), this.at)
    const first = this.text[this.at]
    if (first === '{') this.members(path)
    else if (first === '[') this.items(path)
    else if (first === '"') this.string()
    else if (!this.take(NUMBER) && !this.take(WORDS))
      throw new Mistake(this.at, first === undefined ? 'the text ends too early' : this.expected(path))
  }

  private expected(path: Path): string {
    const last = path.at(-1)
    if (this.text[this.at] === "'") return 'a text needs double quotes'
    return typeof last === 'string' ? `a value is missing or not quoted after "${last}"` : 'a value is missing or not quoted'
  }

  private members(path: Path): void {
    const seen = new Set<string>()
    this.list('}', () => {
      const start = this.at
      if (this.text[start] !== '"') throw new Mistake(start, this.text[start] === '}' ? 'a comma too many' : 'a key needs double quotes')
      const key = JSON.parse(this.string()) as string
      const inner = [...path, key]
      if (seen.has(key)) this.doubled.push(inner)
      seen.add(key)
      this.keys.set(keyOf(inner), start)
      this.space()
      if (this.text[this.at] !== ':') throw new Mistake(this.at, `a colon is missing after "${key}"`)
      this.at++
      this.value(inner)
    })
  }

  private items(path: Path): void {
    let index = 0
    this.list(']', () => {
      if (this.text[this.at] === ']') throw new Mistake(this.at, 'a comma too many')
      this.value([...path, index++])
    })
  }

  private list(end: string, member: () => void): void {
    this.at++
    this.space()
    if (this.text[this.at] === end) {
      this.at++
      return
    }
    for (;;) {
      this.space()
      member()
      const after = this.at
      this.space()
      const next = this.text[this.at]
      if (next === undefined) throw new Mistake(after, `"${end}" is missing`)
      if (next !== ',' && next !== end) throw new Mistake(after, 'a comma is missing')
      this.at++
      if (next === end) return
    }
  }

  private string(): string {
    const start = this.at
    const text = this.take(STRING)
    if (!text) throw new Mistake(start, 'a text is not closed on its line, or holds a backslash that means nothing')
    return text
  }

  private space(): void {
    this.take(SPACE)
  }

  private take(pattern: RegExp): string {
    pattern.lastIndex = this.at
    const found = pattern.exec(this.text)?.[0] ?? ''
    this.at += found.length
    return found
  }
}

function placeOf(text: string, at: number): Place {
  const before = text.slice(0, at).split('\n')
  return { line: before.length, column: before.at(-1)!.length + 1 }
}

/** Parses a JSON text and keeps where everything stands. Comments and trailing commas are mistakes, as in `JSON.parse`. */
export function parseJson(text: string): JsonResult {
  const walker = new Walker(text)
  try {
    walker.document()
  } catch (error) {
    if (!(error instanceof Mistake)) throw error
    return { ok: false, place: placeOf(text, error.at), message: error.message }
  }
  const { values, keys, doubled } = walker
  const valueAt = (path: Path): Place => {
    const at = values.get(keyOf(path))
    return at === undefined ? valueAt(path.slice(0, -1)) : placeOf(text, at)
  }
  const keyAt = (path: Path): Place => {
    const at = keys.get(keyOf(path))
    return at === undefined ? valueAt(path) : placeOf(text, at)
  }
  return { ok: true, json: { value: JSON.parse(text), valueAt, keyAt, doubled } }
}
