import type { Mark, MarkShape } from './marks.ts'
import { nearestWord } from './nearest-word.ts'
import { SCENE_COLOURS } from './scene-colours.ts'

/** What is wrong in a drawing, and at which position of the text. */
export interface DrawingMistake {
  offset: number
  message: string
  fix: string
}

/** Longest text of a drawing, in characters: a scene of the program has up to 40 000. */
const LONGEST = { scene: 65_536, mark: 8_192 } as const
export type DrawingKind = keyof typeof LONGEST

const NAMESPACE = 'http://www.w3.org/2000/svg'
const LABELS = ['title', 'desc']
const SHAPES = ['path', 'rect', 'circle', 'ellipse', 'line', 'polygon', 'polyline']
/** Nothing that runs, loads, links, animates or contains HTML. */
const ELEMENTS: Record<DrawingKind, ReadonlySet<string>> = {
  scene: new Set([
    'svg',
    'g',
    'defs',
    ...SHAPES,
    'linearGradient',
    'radialGradient',
    'stop',
    'clipPath',
    'mask',
    'filter',
    'feGaussianBlur',
    ...LABELS
  ]),
  mark: new Set(['svg', 'path', ...LABELS])
}
const ATTRIBUTES: Record<DrawingKind, ReadonlySet<string>> = {
  scene: new Set(
    (
      'xmlns version viewBox width height preserveAspectRatio id d x y x1 y1 x2 y2 cx cy r rx ry fx fy points transform fill fill-opacity fill-rule ' +
      'clip-rule clip-path clipPathUnits mask maskUnits filter filterUnits stdDeviation opacity stroke stroke-width stroke-opacity stroke-linecap ' +
      'stroke-linejoin stroke-miterlimit stroke-dasharray stroke-dashoffset offset stop-color stop-opacity gradientUnits gradientTransform spreadMethod'
    ).split(' ')
  ),
  mark: new Set(['xmlns', 'version', 'viewBox', 'width', 'height', 'd', 'fill'])
}

const NUMBER = String.raw`-?\d{1,5}(?:\.\d{1,6})?`
const VIEW_BOX = new RegExp(`^${NUMBER} ${NUMBER} (${NUMBER}) (${NUMBER})$`)
const PATH = /^[MmLlHhVvCcSsQqTtAaZz0-9eE.,\s+-]+$/
const MARK_FILL = /^var\(--(primary|secondary)\)$/

/** A tag of the text, or anything else between two tags. */
interface Tag {
  offset: number
  name: string
  closes: boolean
  empty: boolean
  attributes: { offset: number; name: string; value: string }[]
}

class Refused extends Error {
  readonly mistake: DrawingMistake

  constructor(offset: number, message: string, fix: string) {
    super(message)
    this.mistake = { offset, message, fix }
  }
}

/** The first mistake in a scene's file; null if there is none. */
export function sceneMistake(text: string): DrawingMistake | null {
  return mistakeIn(() => void readTags(text, 'scene'))
}

/** A mark from its file, or the first mistake. */
export function readMark(text: string): { mark: Mark } | { mistake: DrawingMistake } {
  let mark: Mark = { viewBox: '', shapes: [] }
  const mistake = mistakeIn(() => {
    const [root, ...tags] = readTags(text, 'mark')
    const paths = tags.filter(({ name, closes }) => name === 'path' && !closes)
    if (paths.length === 0) throw new Refused(root!.offset, 'A mark without a path shows nothing.', 'Convert its shapes to paths.')
    mark = { viewBox: valueOf(root!, 'viewBox')!, shapes: paths.map(shapeOf) }
  })
  return mistake ? { mistake } : { mark }
}

function mistakeIn(read: () => void): DrawingMistake | null {
  try {
    read()
    return null
  } catch (error) {
    if (error instanceof Refused) return error.mistake
    throw error
  }
}

function shapeOf(tag: Tag): MarkShape {
  const path = valueOf(tag, 'd') ?? ''
  const colour = MARK_FILL.exec(valueOf(tag, 'fill') ?? '')?.[1]
  if (!colour)
    throw new Refused(
      tag.offset,
      'Each path of a mark is filled with a colour of the brand.',
      'Write fill="var(--primary)" or fill="var(--secondary)".'
    )
  return [path, colour as MarkShape[1]]
}

const valueOf = ({ attributes }: Tag, name: string) => attributes.find((one) => one.name === name)?.value

/** All tags, each of them allowed and closed. */
function readTags(text: string, kind: DrawingKind): Tag[] {
  if (text.length > LONGEST[kind])
    throw new Refused(0, `The drawing has ${text.length} characters; ${LONGEST[kind]} are allowed.`, 'Simplify it, or round its numbers.')
  const tags: Tag[] = []
  const open: Tag[] = []
  const ids = new Set<string>()
  const links: { offset: number; id: string }[] = []
  for (let at = 0; at < text.length;) {
    const next = readPiece(text, at)
    if (next.tag === null) {
      const inside = open.at(-1)?.name ?? ''
      const words = text.slice(at, next.end)
      if (next.words && words.trim() && !LABELS.includes(inside))
        throw new Refused(at + words.search(/\S/), 'There is text between the shapes.', 'Convert letters to paths, or remove it.')
      at = next.end
      continue
    }
    const { tag } = next
    at = next.end
    if (tag.closes) {
      const opened = open.pop()
      if (opened?.name !== tag.name)
        throw new Refused(
          tag.offset,
          `</${tag.name}> closes nothing that is open.`,
          opened ? `Close <${opened.name}> first.` : 'Remove it.'
        )
    } else {
      if (open.length === 0 && tags.length > 0) throw new Refused(tag.offset, 'A second drawing begins here.', 'Keep one <svg>.')
      checkTag(tag, kind, tags.length === 0, links)
      const id = valueOf(tag, 'id')
      if (id) ids.add(id)
      if (!tag.empty) open.push(tag)
    }
    tags.push(tag)
  }
  const unclosed = open.at(-1)
  if (unclosed) throw new Refused(unclosed.offset, `<${unclosed.name}> is never closed.`, `Add </${unclosed.name}>.`)
  if (tags.length === 0) throw new Refused(0, 'There is no drawing.', 'Begin it with <svg>.')
  const dead = links.find(({ id }) => !ids.has(id))
  if (dead) {
    const near = nearestWord(dead.id, [...ids])
    throw new Refused(
      dead.offset,
      `Nothing has the id "${dead.id}".`,
      near ? `Did you mean "${near}"?` : 'Add it, or remove the reference.'
    )
  }
  return tags
}

type Piece = { tag: Tag; end: number } | { tag: null; words: boolean; end: number }

const HEAD = /<\?xml[^<>]*\?>\s*/y
const COMMENT = /<!--(?:(?!--)[\s\S])*-->/y
const TAG = /<(\/?)([A-Za-z][\w:.-]*)((?:\s+[\w:.-]+\s*=\s*(?:"[^"<]*"|'[^'<]*'))*)\s*(\/?)>/y
const ATTRIBUTE = /([\w:.-]+)\s*=\s*(?:"([^"]*)"|'([^']*)')/g

function readPiece(text: string, at: number): Piece {
  if (text[at] !== '<') {
    const end = text.indexOf('<', at)
    return { tag: null, words: true, end: end < 0 ? text.length : end }
  }
  for (const skipped of at === 0 ? [HEAD, COMMENT] : [COMMENT]) {
    skipped.lastIndex = at
    if (skipped.test(text)) return { tag: null, words: false, end: skipped.lastIndex }
  }
  if (/^<!DOCTYPE/i.test(text.slice(at, at + 9)))
    throw new Refused(at, "A document type isn't allowed here.", 'Remove the line that begins with <!DOCTYPE.')
  TAG.lastIndex = at
  const found = TAG.exec(text)
  if (!found) throw new Refused(at, 'This is not a tag that can be read.', 'Save the drawing as plain SVG.')
  const [, slash, name = '', inside = '', empty] = found
  const begin = at + 1 + slash!.length + name.length
  const attributes = [...inside.matchAll(ATTRIBUTE)].map((one) => ({
    offset: begin + one.index,
    name: one[1]!,
    value: one[2] ?? one[3] ?? ''
  }))
  return { tag: { offset: at, name, closes: slash === '/', empty: empty === '/', attributes }, end: TAG.lastIndex }
}

function checkTag(tag: Tag, kind: DrawingKind, isRoot: boolean, links: { offset: number; id: string }[]): void {
  if (isRoot !== (tag.name === 'svg'))
    throw new Refused(
      tag.offset,
      isRoot ? `The drawing begins with <${tag.name}>.` : "A drawing inside another one isn't allowed.",
      'Use one <svg> around everything.'
    )
  if (!ELEMENTS[kind].has(tag.name)) {
    const fix = kind === 'mark' && SHAPES.includes(tag.name) ? 'Convert it to a path.' : `Use only ${[...ELEMENTS[kind]].join(', ')}.`
    throw new Refused(tag.offset, `<${tag.name}> isn't allowed in a ${kind}.`, fix)
  }
  for (const { offset, name, value } of tag.attributes) {
    if (!ATTRIBUTES[kind].has(name))
      throw new Refused(
        offset,
        `"${name}" isn't allowed in <${tag.name}>.`,
        ATTRIBUTE_FIX[name] ?? 'Remove it, or save the drawing as plain SVG.'
      )
    checkValue(offset, name, value, links)
  }
  if (!isRoot) return
  if (valueOf(tag, 'xmlns') !== NAMESPACE)
    throw new Refused(tag.offset, "Browsers wouldn't show the drawing.", `Write xmlns="${NAMESPACE}" into <svg>.`)
  const box = VIEW_BOX.exec(valueOf(tag, 'viewBox') ?? '')
  if (!box || !(Number(box[1]) > 0 && Number(box[2]) > 0))
    throw new Refused(
      tag.offset,
      "The drawing doesn't say how large it is.",
      `Write ${kind === 'scene' ? 'viewBox="0 0 960 800"' : 'viewBox="0 0 48 48"'} into <svg>.`
    )
}

const FUNCTIONS = new Set(['url', 'var', 'matrix', 'translate', 'scale', 'rotate', 'skewX', 'skewY', 'rgb', 'rgba', 'hsl'])
const ATTRIBUTE_FIX: Record<string, string> = {
  style: 'Write each property as an attribute, such as fill="var(--far)".',
  class: 'There is no style sheet: write fill and stroke on the shape.'
}

function checkValue(offset: number, name: string, value: string, links: { offset: number; id: string }[]): void {
  if (name === 'xmlns') return
  if (/[&\\]|\/\/|[^\t\n\r\x20-\x7e]/.test(value))
    throw new Refused(offset, `"${name}" has a character that isn't allowed there.`, 'Use plain numbers, names and colours.')
  if (name === 'd' && !PATH.test(value)) throw new Refused(offset, 'This is not the data of a path.', 'Draw it again, or remove the path.')
  for (const [, called = '', inside = ''] of value.matchAll(/([a-z-]*)\(([^()]*)\)?/gi)) {
    if (!FUNCTIONS.has(called))
      throw new Refused(offset, `"${called}(" isn't allowed in "${name}".`, `Use only ${[...FUNCTIONS].join(', ')}.`)
    if (called === 'url') {
      const id = /^#([\w-]+)$/.exec(inside.trim())?.[1]
      if (!id) throw new Refused(offset, 'A drawing loads nothing from elsewhere.', 'Refer to a part of it, such as url(#sky).')
      links.push({ offset, id })
    } else if (called === 'var') {
      const colour = /^\s*--([\w-]+)\s*(?:,[^,]*)?$/.exec(inside)?.[1] ?? ''
      if ((SCENE_COLOURS as readonly string[]).includes(colour)) continue
      const near = nearestWord(colour, [...SCENE_COLOURS])
      throw new Refused(
        offset,
        `There is no colour "--${colour}".`,
        near ? `Did you mean "--${near}"?` : `Use one of ${SCENE_COLOURS.map((one) => `--${one}`).join(', ')}.`
      )
    }
  }
}
