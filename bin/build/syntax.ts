/** A node of a syntax tree (ESTree), as far as bin/build/ uses it. */
export interface Node {
  type: string
  start: number
  end: number
  name?: string
  value?: unknown
  operator?: string
  [part: string]: unknown
}

export interface Edit {
  start: number
  end: number
  text: string
}

/** Direct children of this node. */
export function childrenOf(node: object): Node[] {
  return Object.values(node)
    .flatMap((part: unknown) => (Array.isArray(part) ? part : [part]))
    .filter(isNode)
}

const isNode = (part: unknown): part is Node => typeof part === 'object' && part !== null && typeof (part as Node).type === 'string'

/** Collects the edits of each node, parents first, and applies them. Replaced nodes are not visited. */
export function rewrite(code: string, program: object, editsOf: (node: Node) => Edit[]): string {
  const all: Edit[] = []
  const visit = (node: Node): void => {
    const edits = editsOf(node)
    all.push(...edits)
    for (const child of childrenOf(node)) if (!edits.some(({ start, end }) => start <= child.start && child.end <= end)) visit(child)
  }
  childrenOf(program).forEach(visit)
  let result = ''
  let at = 0
  for (const { start, end, text } of all.sort((one, other) => one.start - other.start)) {
    result += code.slice(at, start) + text
    at = end
  }
  return result + code.slice(at)
}
