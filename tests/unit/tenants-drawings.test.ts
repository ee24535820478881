import { createHash } from 'node:crypto'
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { DRAWING } from '../../shared/tenants/brand-pictures.ts'
import { readMark, sceneMistake } from '../../shared/tenants/check-drawing.ts'
import { diffTenant } from '../../shared/tenants/diff.ts'
import { MARK_VIEW, MARKS } from '../../shared/tenants/marks.ts'
import { parseTenantFiles, type SourceFile } from '../../shared/tenants/parse-files.ts'
import { paintScene } from '../../shared/tenants/scene-colours.ts'
import { SCENES } from '../../shared/tenants/scenes.ts'
import { companyFile, tenantFile } from '../fixtures/tenant-files.ts'
import { aTenant } from '../fixtures/tenants.ts'

const FOLDER = join(import.meta.dirname, '../../shared/scenes')
const ROOT = '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 960 800">'
const scene = (inside: string, root = ROOT) => `${root}\n${inside}</svg>`
const SOUND = scene(
  '<defs><linearGradient id="sky"><stop stop-color="var(--sky-top)"/></linearGradient></defs><rect width="9" height="9" fill="url(#sky)"/>'
)
const MARK =
  '<?xml version="1.0"?>\n<!-- ours -->\n<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 8 8"><title>Ours &amp; yours</title><path d="M0 0h8z" fill="var(--primary)"/><path fill="var(--secondary)" d="M1,1 L2.5-3Z"></path></svg>\n'

const drawing = (path: string, text: string): SourceFile => ({ path: `tenants/${path}.svg`, text })
const parse = (...files: SourceFile[]) => parseTenantFiles([...files, companyFile()])
const told = (...files: SourceFile[]) =>
  parse(...files).problems.map(
    ({ file, line, column, severity, message, fix }) => `${file}:${line}:${column} ${severity}: ${message} ${fix}`
  )

test('the list of scenes is the folder, and each of them and each mark is as sound as an operator’s must be', () => {
  const files = readdirSync(FOLDER)
  expect(files.sort()).toEqual(SCENES.map((name) => `${name}.svg`))
  for (const file of files) {
    const text = readFileSync(join(FOLDER, file), 'utf8')
    expect([file, sceneMistake(text)]).toEqual([file, null])
    expect([file, text.length < 45_000]).toEqual([file, true])
    expect(paintScene(text, {}, 'dark')).not.toMatch(/var\(|"none" stop|NaN|undefined/)
  }
  for (const [name, shapes] of Object.entries(MARKS)) {
    const paths = shapes.map(([path, colour]) => `<path d="${path}" fill="var(--${colour})"/>`)
    const read = readMark(`<svg xmlns="http://www.w3.org/2000/svg" viewBox="${MARK_VIEW}">${paths.join('')}</svg>`)
    expect([name, read]).toEqual([name, { mark: { viewBox: MARK_VIEW, shapes } }])
  }
})

// The addresses of pictures are kept for ever: other drawings need other addresses.
test('a changed drawing of the program needs the next DRAWING, and its digest here', () => {
  const digest = createHash('sha256').update(JSON.stringify(MARKS))
  for (const name of SCENES) digest.update(readFileSync(join(FOLDER, `${name}.svg`)))
  expect([DRAWING, digest.digest('hex').slice(0, 12)]).toEqual([2, '804a2402f277'])
})

test('a brand gets copies of the drawings that it names, inherited or not', () => {
  const { records, problems } = parse(
    tenantFile('velvet', { scene: 'ours', mark: 'ours' }),
    { path: 'tenants/dusk.json', text: JSON.stringify({ id: 'dusk', extends: 'velvet', domain: 'dusk.example', mark: 'moon' }) },
    drawing('scenes/ours', SOUND),
    drawing('marks/ours', MARK)
  )
  expect(problems).toEqual([])
  const mark = {
    viewBox: '0 0 8 8',
    shapes: [
      ['M0 0h8z', 'primary'],
      ['M1,1 L2.5-3Z', 'secondary']
    ]
  }
  expect(Object.fromEntries(records.map(({ settings }) => [settings.id, settings.drawings]))).toEqual({
    velvet: { scene: SOUND, mark },
    dusk: { scene: SOUND }
  })
})

test('a name without a drawing is reported with its place and a suggestion', () => {
  expect(told(tenantFile('velvet', { scene: 'harbor', mark: 'zebra' }))).toEqual([
    'tenants/velvet.json:19:12 error: There is no scene "harbor". Did you mean "harbour"?',
    `tenants/velvet.json:20:11 error: There is no mark "zebra". Use one of ${Object.keys(MARKS).join(', ')}, or add marks/zebra.svg.`
  ])
  expect(told(tenantFile('velvet', { scene: 'Harbour!' }))[0]).toContain(
    'error: "scene" must be lower case letters, digits and dashes, starting with a letter, not "Harbour!".'
  )
  expect(told(tenantFile('velvet', { drawings: {} }))[0]).toContain('error: There is no field "drawings".')
})

test('a drawing with a mistake, with a taken name or without a brand is reported, and a brand that names it isn’t served', () => {
  const files = [
    tenantFile('velvet', { scene: 'ours' }),
    drawing('scenes/ours', scene('<script>x</script>')),
    drawing('scenes/Mine', SOUND),
    drawing('scenes/harbour', SOUND),
    drawing('marks/spare', MARK)
  ]
  expect(told(...files, tenantFile('roses'))).toEqual([
    'tenants/marks/spare.svg:1:1 warning: No tenant names the mark "spare". Name it as "mark", or remove the file.',
    'tenants/scenes/harbour.svg:1:1 error: The program has a scene "harbour" already. Give the file another name.',
    'tenants/scenes/Mine.svg:1:1 error: "Mine" is not a valid name for a scene. Rename the file: lower case letters, digits and dashes, starting with a letter.',
    expect.stringMatching(/^tenants\/scenes\/ours\.svg:2:1 error: <script> isn't allowed in a scene\. Use only svg, g, /),
    'tenants/velvet.json:19:12 error: The scene "ours" has a mistake. Fix tenants/scenes/ours.svg.'
  ])
  expect(parse(...files, tenantFile('roses')).records.map(({ settings }) => settings.id)).toEqual(['roses'])
})

test.each([
  ['<rect onload="x()" width="9"/>', '"onload" isn\'t allowed in <rect>.'],
  ['<a href="#x"><path d="M0 0"/></a>', "<a> isn't allowed in a scene."],
  ['<image href="https://tracker.example/1.png"/>', "<image> isn't allowed in a scene."],
  ['<foreignObject><p>x</p></foreignObject>', "<foreignObject> isn't allowed in a scene."],
  ['<use href="#x"/>', "<use> isn't allowed in a scene."],
  ['<style>*{fill:red}</style>', "<style> isn't allowed in a scene."],
  ['<animate attributeName="href"/>', "<animate> isn't allowed in a scene."],
  ['<path style="fill:red" d="M0 0"/>', '"style" isn\'t allowed in <path>. Write each property as an attribute'],
  ['<path inkscape:label="x" d="M0 0"/>', '"inkscape:label" isn\'t allowed in <path>.'],
  ['<rect fill="url(https://tracker.example/#a)"/>', '"fill" has a character that isn\'t allowed there.'],
  ['<rect fill="url(other.svg#a)"/>', 'A drawing loads nothing from elsewhere.'],
  ['<rect fill="image-set(x)"/>', '"image-set(" isn\'t allowed in "fill".'],
  ['<rect fill="url(#sku)" id="sky"/>', 'Nothing has the id "sku". Did you mean "sky"?'],
  ['<rect fill="var(--frnt)"/>', 'There is no colour "--frnt". Did you mean "--front"?'],
  ['<rect fill="&#114;ed"/>', '"fill" has a character that isn\'t allowed there.'],
  ['<path d="M0 0 X9"/>', 'This is not the data of a path.'],
  ['<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 1 1"/>', "A drawing inside another one isn't allowed."],
  ['Hello', 'There is text between the shapes.'],
  ['<![CDATA[x]]>', 'This is not a tag that can be read.'],
  ['<rect width=9/>', 'This is not a tag that can be read.'],
  ['<g><rect/>', '</svg> closes nothing that is open. Close <g> first.']
])('in a scene, %s is refused', (inside, message) => {
  const mistake = sceneMistake(scene(inside))!
  expect(`${mistake.message} ${mistake.fix}`).toContain(message)
  expect(mistake.offset).toBeGreaterThanOrEqual(ROOT.length + 1)
})

test.each([
  ['<!DOCTYPE svg [<!ENTITY a "aaaa">]>' + SOUND, "A document type isn't allowed here."],
  [SOUND.replace(' xmlns="http://www.w3.org/2000/svg"', ''), "Browsers wouldn't show the drawing."],
  [SOUND.replace('0 0 960 800', '0 0 0 800'), "The drawing doesn't say how large it is."],
  [SOUND.replace('</svg>', ''), '<svg> is never closed.'],
  [SOUND + SOUND, 'A second drawing begins here.'],
  ['<html></html>', 'The drawing begins with <html>.'],
  ['', 'There is no drawing.'],
  [scene(' '.repeat(65_536)), 'The drawing has']
])('a scene that begins or ends wrongly is refused: %#', (text, message) => {
  expect(sceneMistake(text)?.message).toContain(message)
})

test.each([
  ['<circle r="3" fill="var(--primary)"/>', "<circle> isn't allowed in a mark. Convert it to a path."],
  ['<path d="M0 0" fill="#ff0000"/>', 'Each path of a mark is filled with a colour of the brand.'],
  ['<path d="M0 0" stroke="red" fill="var(--primary)"/>', '"stroke" isn\'t allowed in <path>.'],
  ['<title>x</title>', 'A mark without a path shows nothing.']
])('in a mark, %s is refused', (inside, message) => {
  const read = readMark(scene(inside)) as { mistake: { message: string; fix: string } }
  expect(`${read.mistake.message} ${read.mistake.fix}`).toContain(message)
})

/** The least processor time of three readings of a drawing, in microseconds. */
function reading(text: string): number {
  const times = [0, 1, 2].map(() => {
    const before = process.cpuUsage()
    sceneMistake(text)
    const { user, system } = process.cpuUsage(before)
    return user + system
  })
  return Math.min(...times)
}

test('hostile text is refused in no more than twenty times the time of a sound drawing of its length', () => {
  const sound = `${ROOT}${'<g></g>'.repeat(8_500)}</svg>`
  expect(sceneMistake(sound)).toBeNull()
  for (const text of [
    ROOT + '<g '.repeat(20_000),
    ROOT + '<g>'.repeat(20_000),
    `${ROOT}<g a="${' a='.repeat(20_000)}`,
    `${ROOT}<!--${'-'.repeat(60_000)}`
  ]) {
    expect(sceneMistake(text)).not.toBeNull()
    expect(reading(text)).toBeLessThan(20 * reading(sound))
  }
})

test('publishing says which drawings readers will see', () => {
  const effects = (from: object, to: object) => diffTenant(aTenant(from), aTenant(to)).effects
  expect(effects({}, { scene: 'fjord' })).toEqual(['The front page and shared links show the scene "fjord".'])
  expect(effects({ mark: 'ours' }, { mark: 'ours', drawings: { mark: { viewBox: '0 0 1 1', shapes: [] } } })).toEqual([
    'Header, icons and shared links show your mark "ours".'
  ])
  expect(effects({ scene: 'ours', drawings: { scene: 'a' } }, { scene: 'ours', drawings: { scene: 'b' } })).toEqual([
    'The front page and shared links show your scene "ours".'
  ])
})
