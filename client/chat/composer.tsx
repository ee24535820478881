import { type FormEvent, type KeyboardEvent, type ReactNode, type RefObject, useEffect, useId, useRef } from 'react'
import { useSend } from '../outbox/use-outbox.ts'
import { hydratedLater } from '../site/hydrated-later.tsx'
import { useT } from '../site/site.tsx'
import { IconButton } from '../ui/button.tsx'
import { TextAreaField } from '../ui/text-area-field.tsx'
import styles from './composer.module.css'
import type { MessageCost } from './use-message-cost.ts'
import { useDraft } from './use-draft.ts'
import { useTellTyping } from './use-tell-typing.ts'

/** Why a message is free, or what it needs before it can be sent. Its code is loaded after the page, which is at its weight limit. */
const CostNotice = hydratedLater(() => import('./cost-notice.tsx'), ['costs'])

/** With this many characters left, or fewer, the number is shown. */
const NEARLY_FULL = 100

/**
 * Where a message is written. With a keyboard, Enter sends and Shift+Enter starts a new line; on a phone, Enter starts a new line. A text that is too
 * long stays unchanged until it is shortened.
 */
export function Composer({
  conversation,
  member,
  name,
  limit,
  draft,
  replyTo,
  cost,
  tools,
  onSent
}: {
  /** Null until the first message is sent. */
  conversation: string | null
  member: string
  name: string
  limit: number
  /** The initial text. */
  draft: string | null
  /** Position of the message that is being answered. */
  replyTo: number | undefined
  /** What the message costs, and what it needs. */
  cost: MessageCost
  /** Buttons for what else can be sent, before the field. */
  tools?: ReactNode
  onSent: () => void
}) {
  const t = useT()
  const form = useRef<HTMLFormElement>(null)
  const { text, change, sent } = useDraft(member, draft)
  const sendMessage = useSend({ id: member, name })
  const tellTyping = useTellTyping(conversation)
  const message = text.trim()
  const left = limit - message.length
  const { credits, shown, refusal, confirms, understood, setTried } = cost
  const ready = refusal === null && (understood || !confirms)
  const costId = useId()

  useTypeAnywhere(form)
  // Choosing a message to answer puts the focus in the field.
  useEffect(() => {
    if (replyTo !== undefined) field(form.current)?.focus()
  }, [replyTo])

  function send(event?: FormEvent): void {
    event?.preventDefault()
    if (!message || left < 0 || !sendMessage) return
    setTried(!ready)
    if (!ready) return
    const { stored } = sendMessage({ content: { type: 'text', text: message }, replyTo, credits, toFictional: confirms })
    void sent(stored)
    onSent()
    field(form.current)?.focus()
  }

  function handleKeyDown(event: KeyboardEvent<HTMLTextAreaElement>): void {
    // 229: Enter also confirms a choice in an input method.
    if (event.key !== 'Enter' || event.nativeEvent.isComposing || event.keyCode === 229) return
    const alone = !event.shiftKey && !event.altKey && window.matchMedia('(pointer: fine)').matches
    if (!alone && !event.ctrlKey && !event.metaKey) return
    event.preventDefault()
    send()
  }

  return (
    <>
      <div className="contents needs-script">
        <CostNotice cost={cost} name={name} />
      </div>
      <div className={`${styles.composer} needs-script`}>
        {/* Beside the form: their dialogs have forms of their own. */}
        {tools}
        <form ref={form} className={styles.form} data-needs-app="" onSubmit={send}>
          <div className={styles.field}>
            <TextAreaField
              label={t('chat.write_to', { member: name })}
              labelHidden
              placeholder={t('chat.placeholder')}
              name="text"
              rows={1}
              value={text}
              autoComplete="off"
              enterKeyHint="enter"
              error={left < 0 ? t('chat.too_long', { count: -left }) : undefined}
              onChange={(event) => {
                change(event.target.value)
                tellTyping(event.target.value)
              }}
              onKeyDown={handleKeyDown}
            />
            {left >= 0 && left <= NEARLY_FULL && <p className={styles.left}>{t('chat.left', { count: left })}</p>}
          </div>
          <IconButton
            type="submit"
            variant="primary"
            icon="send"
            label={t('chat.send')}
            className={styles.send}
            aria-disabled={!message || left < 0 || !sendMessage}
            aria-describedby={costId}
          />
          <p id={costId} className={styles.cost}>
            {shown && t('chat.cost', { credits })}
          </p>
        </form>
      </div>
    </>
  )
}

const field = (form: HTMLFormElement | null) => form?.querySelector('textarea')

/** On a computer, a letter typed while nothing has the focus goes into the message. */
function useTypeAnywhere(form: RefObject<HTMLFormElement | null>): void {
  useEffect(() => {
    const onKeyDown = (event: globalThis.KeyboardEvent) => {
      const plain = event.key.length === 1 && event.key !== ' ' && !event.ctrlKey && !event.metaKey && !event.altKey
      const focused = document.activeElement
      const idle = focused === null || focused === document.body || focused.matches('h1, main')
      if (plain && idle && !document.querySelector('dialog[open]')) field(form.current)?.focus()
    }
    document.addEventListener('keydown', onKeyDown)
    return () => document.removeEventListener('keydown', onKeyDown)
  }, [form])
}
