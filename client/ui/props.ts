import type { ComponentProps, ElementType } from 'react'

/** An element's props without `style`: the security policy refuses style attributes in the server's HTML. */
export type ElementProps<T extends ElementType> = Omit<ComponentProps<T>, 'style'>

/** Joins class names, leaving out what is not set; undefined if none is, so that no attribute is empty. */
export function cx(...names: Array<string | false | null | undefined>): string | undefined {
  let joined = ''
  for (const name of names) if (name) joined += joined === '' ? name : ` ${name}`
  return joined || undefined
}
