import { readMark, sceneMistake, type DrawingMistake } from './check-drawing.ts'
import { placeOf } from './json-places.ts'
import { MARKS, type Mark } from './marks.ts'
import { nearestWord } from './nearest-word.ts'
import type { Problem } from './problem.ts'
import { SCENES } from './scenes.ts'
import type { Tenant } from './schema.ts'
import { problemAt, type CheckedTenant } from './source.ts'

/** A drawing of the operator's folder; null: its file has a mistake. */
interface Own<T> {
  file: string
  drawing: T | null
}

/** The operator's drawings by name. */
export interface OwnDrawings {
  scene: Map<string, Own<string>>
  mark: Map<string, Own<Mark>>
}

const PATH = /(?:^|\/)(scene|mark)s\/([^/]+)\.svg$/
const NAME = /^[a-z][a-z0-9-]{0,30}$/
const OF_THE_PROGRAM = { scene: SCENES as readonly string[], mark: Object.keys(MARKS) }

/** Is this the path of a drawing of the operator? */
export const isDrawing = (path: string) => PATH.test(path)

/** The drawings among the files of a tenants folder. */
export function readOwnDrawings(files: readonly { path: string; text: string }[], problems: Problem[]): OwnDrawings {
  const own: OwnDrawings = { scene: new Map(), mark: new Map() }
  for (const { path: file, text } of files) {
    const [, kind, name = ''] = PATH.exec(file) ?? []
    if (kind !== 'scene' && kind !== 'mark') continue
    const refuse = ({ offset, message, fix }: DrawingMistake): null => {
      problems.push({ file, ...placeOf(text, offset), path: '', severity: 'error', message, fix })
      return null
    }
    const misnamed = nameMistake(kind, name)
    if (misnamed) refuse({ offset: 0, ...misnamed })
    else if (kind === 'scene') {
      const mistake = sceneMistake(text)
      own.scene.set(name, { file, drawing: mistake ? refuse(mistake) : text })
    } else {
      const read = readMark(text)
      own.mark.set(name, { file, drawing: 'mistake' in read ? refuse(read.mistake) : read.mark })
    }
  }
  return own
}

function nameMistake(kind: keyof OwnDrawings, name: string): Pick<Problem, 'message' | 'fix'> | null {
  if (!NAME.test(name))
    return {
      message: `"${name}" is not a valid name for a ${kind}.`,
      fix: 'Rename the file: lower case letters, digits and dashes, starting with a letter.'
    }
  if (!OF_THE_PROGRAM[kind].includes(name)) return null
  return { message: `The program has a ${kind} "${name}" already.`, fix: 'Give the file another name.' }
}

/** The tenant with copies of the drawings that it names; a name without a drawing is among the problems. */
export function withDrawings(tenant: CheckedTenant, own: OwnDrawings, problems: Problem[]): CheckedTenant {
  const { settings } = tenant
  const find = <T>(kind: keyof OwnDrawings, drawings: ReadonlyMap<string, Own<T>>): T | undefined => {
    const name = settings[kind]
    const found = drawings.get(name)
    if (found?.drawing) return found.drawing
    if (found) problems.push(problemAt(tenant, [kind], { message: `The ${kind} "${name}" has a mistake.`, fix: `Fix ${found.file}.` }))
    else if (!OF_THE_PROGRAM[kind].includes(name)) {
      const known = [...OF_THE_PROGRAM[kind], ...drawings.keys()]
      const near = nearestWord(name, known)
      const fix = near ? `Did you mean "${near}"?` : `Use one of ${known.join(', ')}, or add ${kind}s/${name}.svg.`
      problems.push(problemAt(tenant, [kind], { message: `There is no ${kind} "${name}".`, fix }))
    }
    return undefined
  }
  const scene = find('scene', own.scene)
  const mark = find('mark', own.mark)
  if (!scene && !mark) return tenant
  const drawings: NonNullable<Tenant['drawings']> = {
    ...(scene ? { scene } : {}),
    ...(mark ? { mark: { viewBox: mark.viewBox, shapes: mark.shapes.map(([path, colour]) => [path, colour]) } } : {})
  }
  return { ...tenant, settings: { ...settings, drawings } }
}

/** Drawings that no tenant uses, as warnings. */
export function unusedDrawings(own: OwnDrawings, tenants: readonly CheckedTenant[]): Problem[] {
  return (['scene', 'mark'] as const).flatMap((kind) => {
    const named = new Set(tenants.map(({ settings }) => settings[kind]))
    return [...own[kind]].flatMap(([name, { file }]): Problem[] =>
      named.has(name)
        ? []
        : [
            {
              file,
              line: 1,
              column: 1,
              path: '',
              severity: 'warning',
              message: `No tenant names the ${kind} "${name}".`,
              fix: `Name it as "${kind}", or remove the file.`
            }
          ]
    )
  })
}
