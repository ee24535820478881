import type { MouseEvent } from 'react'
import { useT } from '../site/site.tsx'
import { showToast } from '../state/toasts.ts'
import { IconButton } from '../ui/button.tsx'
import { cx } from '../ui/props.ts'
import type { MessageToolsProps } from './message-acts.ts'
import styles from './message-tools.module.css'
import { wordsOf } from './message-parts.ts'

/** The tip about two quick taps is shown once a visit. */
let tipShown = false

/** The buttons of a message that is on the server. */
export default function MessageTools({ bubble, acts }: MessageToolsProps) {
  const t = useT()
  const { takeBack } = acts
  async function copy(): Promise<void> {
    try {
      await navigator.clipboard.writeText(wordsOf(bubble.content))
      showToast({ text: t('message-tools.copied') })
    } catch {
      // Browsers within other apps have no clipboard, or refuse it.
      showToast({ text: t('message-tools.copy_failed'), tone: 'danger' })
    }
  }
  function giveHeart(): void {
    acts.heart(bubble)
    if (tipShown || bubble.heart || !matchMedia('(hover: none)').matches) return
    tipShown = true
    showToast({ text: t('message-tools.heart_tip') })
  }
  /** The tools close with the click: the focus goes to the button that opens them. */
  function keepFocus({ currentTarget }: MouseEvent<HTMLElement>): void {
    currentTarget.closest('[data-position]')?.querySelector<HTMLElement>('[aria-controls]')?.focus()
  }
  return (
    // The keyboard clicks its buttons, too.
    // oxlint-disable-next-line jsx-a11y/click-events-have-key-events, jsx-a11y/no-static-element-interactions
    <div className={cx(styles.tools, bubble.mine && styles.mine)} onClick={keepFocus}>
      {!bubble.mine && (
        <IconButton
          icon={bubble.heart ? 'heart-filled' : 'heart'}
          label={t('message-tools.heart')}
          aria-pressed={bubble.heart}
          onClick={giveHeart}
        />
      )}
      <IconButton icon="reply" label={t('message-tools.reply')} onClick={() => acts.reply(bubble)} />
      {wordsOf(bubble.content) !== '' && <IconButton icon="copy" label={t('message-tools.copy')} onClick={() => void copy()} />}
      {takeBack && bubble.state === 'sent' && bubble.content.type !== 'gift' && (
        <IconButton icon="undo" label={t('message-tools.take_back')} onClick={() => takeBack(bubble)} />
      )}
      {!bubble.mine && <IconButton icon="flag" label={t('message-tools.report_label')} onClick={() => acts.report(bubble.id!)} />}
    </div>
  )
}
