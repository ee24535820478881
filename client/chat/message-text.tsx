import type { SyntheticEvent } from 'react'
import styles from './message-text.module.css'
import { messageParts } from './message-parts.ts'

/** The words of a message. A web address in them is a button, because the member is warned before they leave. */
export function MessageText({ text, onLink }: { text: string; onLink: (link: URL) => void }) {
  function choose(event: SyntheticEvent, link: URL): void {
    event.preventDefault()
    // A tap elsewhere on the bubble shows what can be done with it.
    event.stopPropagation()
    onLink(link)
  }
  return messageParts(text).map(({ text: words, link }, index) =>
    link ? (
      // Not a <button>: that doesn't break across lines.
      <span
        key={index}
        role="button"
        tabIndex={0}
        className={styles.link}
        onClick={(event) => choose(event, link)}
        onKeyDown={(event) => (event.key === 'Enter' || event.key === ' ') && choose(event, link)}
      >
        {words}
      </span>
    ) : (
      words
    )
  )
}
