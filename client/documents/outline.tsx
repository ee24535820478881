import type { ReactNode } from 'react'
import { type DocumentSection, Paragraph, SeeAlso } from './document.tsx'

/** A section of a document, by the keys of its texts. */
export interface OutlineSection<Key> {
  id: string
  title: Key
  paragraphs: readonly Key[]
  /** Pages for more details or to act. */
  routes?: readonly string[]
}

/** The sections of an outline with their texts; `extras` has what follows the paragraphs of some, by id. */
export function sectionsOf<Key extends string>(
  outline: readonly OutlineSection<Key>[],
  text: (key: Key) => string,
  extras: Record<string, ReactNode> = {}
): DocumentSection[] {
  return outline.map(({ id, title, paragraphs, routes }) => ({
    id,
    title: text(title),
    content: (
      <>
        {paragraphs.map((key) => (
          <Paragraph key={key}>{text(key)}</Paragraph>
        ))}
        {extras[id]}
        {routes && <SeeAlso routes={routes} />}
      </>
    )
  }))
}
