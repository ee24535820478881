import { type LoadPart, partOf } from './part.ts'

/**
 * A part of a page whose code, and texts, come after the page: when it is first shown. Until then there is nothing in its place, on the edge too,
 * unless it was loaded by `load`: one that is part of the first HTML is loaded before the page is rendered, there and in the browser.
 */
export function later<Props extends object>(load: LoadPart<Props>, texts: readonly string[] = []) {
  const { loadOnce, usePart } = partOf(load, texts)
  function Later(props: Props) {
    const Part = usePart()
    return Part && <Part {...props} />
  }
  return Object.assign(Later, { load: loadOnce })
}
