import type { Plugin } from 'vite'
import { NAMES_OF_REACT } from './named-react.ts'
import { childrenOf, type Edit, type Node, rewrite } from './syntax.ts'

/** The exports of React and its renderer that are used: by our pages and their libraries, and by React's packages among themselves. */
const USED = new Set([
  ...Object.values(NAMES_OF_REACT).flat(),
  'version',
  '__CLIENT_INTERNALS_DO_NOT_USE_OR_WARN_USERS_THEY_CANNOT_UPGRADE',
  '__DOM_INTERNALS_DO_NOT_USE_OR_WARN_USERS_THEY_CANNOT_UPGRADE'
])

/** Kinds of nodes, numbered by the renderer (its ReactWorkTags.js), that nothing in `USED` creates; with their element types. */
const KINDS: ReadonlyMap<unknown, string | null> = new Map([
  [4, 'REACT_PORTAL_TYPE'],
  [8, 'REACT_STRICT_MODE_TYPE'],
  [9, 'REACT_CONSUMER_TYPE'],
  [11, 'REACT_FORWARD_REF_TYPE'],
  [12, 'REACT_PROFILER_TYPE'],
  [13, 'REACT_SUSPENSE_TYPE'],
  [14, 'REACT_MEMO_TYPE'],
  [15, null],
  [16, 'REACT_LAZY_TYPE'],
  [18, null],
  [19, 'REACT_SUSPENSE_LIST_TYPE'],
  [22, null],
  [23, 'REACT_LEGACY_HIDDEN_TYPE'],
  [26, null],
  [27, null],
  [30, 'REACT_VIEW_TRANSITION_TYPE'],
  [31, 'REACT_ACTIVITY_TYPE']
])

/** Kinds of elements of the document's head and frame, which the edge writes; and the pattern of a page that renders one. */
const HEAD_KINDS: readonly unknown[] = [26, 27]
const HEAD = /<(?:html|head|body|title|meta|link|style|script)[\s/>]/

/** The lanes in which view transitions run. */
const TRANSITION_LANES = 335544064

/** The renderer's names for `preload` and the like (`ReactDOMSharedInternals.d`). */
const LOADERS = ['D', 'C', 'L', 'm', 'X', 'S', 'M']

/** Names that must exist in order to be left out: if one is missing, this file was made for another version of React. */
const NAMES = [
  ...KINDS.keys(),
  ...KINDS.values(),
  ...LOADERS,
  TRANSITION_LANES,
  'FragmentInstance',
  'memo',
  'createPortal',
  'useOptimistic'
]

const REACT = /\/node_modules\/(?:react|react-dom)\/cjs\/[\w-]+\.production\.js$/

/**
 * React's packages are one CommonJS module each, in which bundlers can't see unused code: a fifth of it. Conditions that can't become true here are
 * turned into constants, names that are never imported are removed, and the minifier drops what depends on them.
 */
export function leanReact(): Plugin {
  const found = new Set<unknown>()
  return {
    name: 'lean-react',
    enforce: 'pre',
    transform(code, id) {
      if (REACT.test(id)) return rewrite(code, this.parse(code), (node) => editsOf(node, found))
      if (id.endsWith('.tsx') && HEAD.test(code))
        this.error(`${id} draws an element of the head, of which bin/build/lean-react.ts makes nothing`)
      return null
    },
    moduleParsed({ id, code }) {
      if (!code || REACT.test(id) || !/["']react(?:-dom)?["'/]/.test(code)) return
      const unknown = namesOfReact(this.parse(code)).filter((name) => !USED.has(name))
      if (unknown.length > 0) this.error(`${id} uses ${unknown.join(', ')} of React: name it in bin/build/named-react.ts`)
    },
    buildEnd(error) {
      const missing = NAMES.filter((name) => name !== null && !found.has(name))
      if (!error && missing.length > 0) this.error(`This version of React has no ${missing.join(', ')}: look at bin/build/lean-react.ts`)
    }
  }
}

function editsOf(node: Node, found: Set<unknown>): Edit[] {
  const out = (name: unknown, { start, end }: { start: number; end: number }, text: string): Edit[] => {
    found.add(name)
    return [{ start, end, text }]
  }
  if (node.type === 'BinaryExpression') {
    const [left, right] = [node.left, node.right] as [Node, Node]
    if (node.operator === '===' || node.operator === '!==') {
      const constant = node.operator === '===' ? '!1' : '!0'
      if (KINDS.has(left.value) && isKind(right)) return out(left.value, node, constant)
      if (left.type === 'BinaryExpression' && (left.right as Node).value === TRANSITION_LANES) return out(TRANSITION_LANES, node, constant)
    }
  }
  // `isHostHoistableType(…) ? 26 : …`
  if (node.type === 'ConditionalExpression' && HEAD_KINDS.includes((node.consequent as Node).value))
    return out((node.consequent as Node).value, { start: node.start, end: (node.alternate as Node).start }, '')
  if (node.type === 'SwitchStatement') return casesOf(node, out)
  if (node.type === 'ObjectExpression') {
    const names = (node.properties as Node[]).map((property) => (property.key as Node | undefined)?.name ?? '')
    const left = names.includes('useSyncExternalStore')
      ? names.filter((name) => name.startsWith('use') && !USED.has(name))
      : names.includes('X') && names.includes('M')
        ? LOADERS
        : []
    return (node.properties as Node[]).flatMap((property, index) =>
      left.includes(names[index]!) ? out(names[index], property, `${names[index]}:0`) : []
    )
  }
  if (node.type === 'AssignmentExpression' && (node.left as Node).type === 'MemberExpression') {
    const { object, property } = node.left as Node & { object: Node; property: Node }
    if (object.name === 'exports' && !USED.has(property.name!)) return out(property.name, node, '0')
    if (object.type === 'MemberExpression' && (object.object as Node).name === 'FragmentInstance') return out('FragmentInstance', node, '0')
  }
  return []
}

/** Is this an expression for the kind of a node in the renderer? */
const isKind = (node: Node) => /[tT]ag$/.test(node.name ?? (node.property as Node | undefined)?.name ?? '')

/** Cases of a kind that doesn't exist: the label, and the code after it unless another case falls through to it. */
function casesOf(node: Node, out: (name: unknown, range: { start: number; end: number }, text: string) => Edit[]): Edit[] {
  const edits: Edit[] = []
  let goesOn = false
  let first = true
  for (const one of node.cases as (Node & { test: Node | null; consequent: Node[] })[]) {
    const name = one.test?.name ?? one.test?.value
    const gone = one.test?.name ? [...KINDS.values()].includes(one.test.name) : KINDS.has(name) && isKind(node.discriminant as Node)
    if (gone && goesOn) edits.push(...out(name, { start: one.start, end: one.consequent[0]?.start ?? one.end }, ''))
    else if (gone) {
      // Other cases may use its variables: they are declared after the jump at the end of the previous case.
      const variables = one.consequent.flatMap(variablesOf)
      edits.push(...out(name, one, variables.length === 0 ? '' : `${first ? 'case null:' : ''}var ${variables.join()};`))
    }
    if (!gone || goesOn) goesOn = !ends(one.consequent)
    if (!gone) first = false
  }
  return edits
}

/** Names that a statement declares for its whole function. */
function variablesOf(node: Node): string[] {
  if (/^Function|^Arrow/.test(node.type)) return []
  const own = node.type === 'VariableDeclarator' ? [(node.id as Node).name!] : []
  return [...own, ...childrenOf(node).flatMap(variablesOf)]
}

/** Do these statements always end in a jump, so that nothing after them runs? */
function ends(statements: readonly Node[]): boolean {
  const last = statements.at(-1)
  if (last?.type === 'BlockStatement') return ends(last.body as Node[])
  return /^(?:Break|Return|Continue|Throw)Statement$/.test(last?.type ?? '')
}

/** Names that a module imports from React, by themselves or as `React.memo`. */
function namesOfReact(program: object): string[] {
  const names: string[] = []
  const whole = new Set<string>()
  const visit = (node: Node): void => {
    if (node.type === 'ImportDeclaration' && /^react(?:-dom)?(?:\/|$)/.test(String((node.source as Node).value)))
      for (const { imported, local } of node.specifiers as { imported?: Node; local: Node }[])
        if (imported) names.push(imported.name!)
        else whole.add(local.name!)
    else if (node.type === 'MemberExpression' && whole.has((node.object as Node).name ?? '')) names.push((node.property as Node).name!)
    childrenOf(node).forEach(visit)
  }
  childrenOf(program).forEach(visit)
  return names
}
