import { useT } from '../site/site.tsx'
import type { Bubble } from './conversation.ts'
import styles from './quoted.module.css'
import { shortOf } from './short-of.ts'

/** The message that another one answers, in short; undefined while it isn't loaded. */
export function Quoted({ of, name, onShow }: { of: Bubble | undefined; name: string; onShow: () => void }) {
  const t = useT()
  return (
    <button
      type="button"
      className={styles.quoted}
      onClick={(event) => {
        event.stopPropagation()
        onShow()
      }}
    >
      <span className={styles.who} dir="auto">
        {of && (of.mine ? t('chat.you_said') : t('chat.they_said', { member: name }))}
      </span>
      <span className={styles.text} dir="auto">
        {of ? shortOf(t, of.content) : t('chat.quoted_earlier')}
      </span>
    </button>
  )
}
