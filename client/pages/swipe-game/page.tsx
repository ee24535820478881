import { useState } from 'react'
import type { SwipeCard } from '../../../shared/api/swipe.ts'
import { useErrorToast } from '../../feedback/use-error-toast.ts'
import { LoadFailed } from '../../feedback/load-failed.tsx'
import { useLink } from '../../router/link.tsx'
import { useSite, useT } from '../../site/site.tsx'
import { useTimeZone } from '../../site/use-time-zone.ts'
import { showToast } from '../../state/toasts.ts'
import type { Choice } from '../../swipe/choose-by-drag.ts'
import { Button, IconButton, LinkButton } from '../../ui/button.tsx'
import { EmptyState } from '../../ui/empty-state.tsx'
import { Card } from './card.tsx'
import styles from './swipe-game.module.css'
import { useDeck } from './use-deck.ts'
import { useSwipeKeys } from './use-swipe-keys.ts'

/** Cards that are rendered, so that the pictures of the next ones are there. */
const RENDERED = 4
/** How long a card takes to leave, in ms; a little longer than its transition. */
const LEAVE = 260

type Leaving = { card: SwipeCard; choice: Choice }

/** One member at a time: like or pass by dragging the card, by key or by button. A pass can be taken back, a like is for good. */
export default function SwipeGamePage() {
  const t = useT()
  const showError = useErrorToast()
  const timeOf = useDueTime()
  const [leaving, setLeaving] = useState<readonly Leaving[]>([])
  const [said, setSaid] = useState('')
  const { deck, waiting, error, refetch, swipe } = useDeck(({ card }, failure) => {
    setLeaving((some) => some.filter((one) => one.card.id !== card.id))
    showError(failure)
  })
  const cards = deck?.cards ?? []
  const [top, next] = cards
  const last = deck?.passed[0]

  function choose(choice: Choice) {
    if (!top || !deck) return
    if (choice === 'like' && deck.likes_left === 0) {
      return showToast({ text: t('swipe-game.limit', { time: timeOf(deck.next_likes_at) }) })
    }
    const gone = { card: top, choice }
    setLeaving((some) => [...some.filter(({ card }) => card.id !== top.id), gone])
    setTimeout(() => setLeaving((some) => some.filter((one) => one !== gone)), LEAVE)
    swipe({ card: top, choice })
    const done = choice === 'like' ? t('swipe-game.liked', { member: top.name }) : t('swipe-game.passed', { member: top.name })
    setSaid(next ? `${done} ${t('swipe-game.next', { member: next.name })}` : done)
  }

  function undo() {
    if (!last) return
    setLeaving((some) => some.filter(({ card }) => card.id !== last.id))
    swipe({ card: last, choice: 'undo' })
    setSaid(t('swipe-game.back', { member: last.name }))
  }

  const section = useSwipeKeys({ ArrowLeft: () => choose('pass'), ArrowRight: () => choose('like'), Backspace: undo, u: undo })
  const ended = !error && !top && !waiting && leaving.length === 0
  // Cards that are leaving stay first: an element that is moved in the document doesn't animate.
  const pile: { card: SwipeCard; choice?: Choice }[] = [...leaving, ...cards.slice(0, RENDERED).map((card) => ({ card }))]

  return (
    <section ref={section} className={`${styles.page} when-complete`} tabIndex={-1}>
      <div className={styles.head}>
        <h1>{t('swipe-game.heading')}</h1>
        {deck && (
          // Times made by Intl may differ by a space between the server's and the browser's tables.
          <p className={styles.left} suppressHydrationWarning>
            {t('swipe-game.left', { count: deck.likes_left, time: timeOf(deck.next_likes_at) })}
          </p>
        )}
      </div>
      {error && <LoadFailed title={t('swipe-game.failed_title')} error={error} retry={() => void refetch()} />}
      {!error && (top || waiting || leaving.length > 0) && (
        <>
          <div className={styles.deck} aria-busy={!top} data-fill>
            {pile.map(({ card, choice }) => (
              <Card key={card.id} card={card} top={card === top} leaving={choice} onChoose={choose} />
            ))}
          </div>
          <Buttons top={top} last={last} onChoose={choose} onUndo={undo} />
        </>
      )}
      {ended && <NoOneLeft last={last} onUndo={undo} />}
      {top && <p className={styles.keys}>{t('swipe-game.keys')}</p>}
      <p role="status" className="visually-hidden">
        {said}
      </p>
    </section>
  )
}

function Buttons({
  top,
  last,
  onChoose,
  onUndo
}: {
  top?: SwipeCard
  last?: SwipeCard
  onChoose: (choice: Choice) => void
  onUndo: () => void
}) {
  const t = useT()
  const name = { member: top?.name ?? '' }
  return (
    <div className={styles.buttons} role="group" aria-label={t('swipe-game.heading')}>
      <IconButton
        icon="undo"
        variant="secondary"
        label={last ? t('swipe-game.undo_name', { member: last.name }) : t('swipe-game.undo')}
        aria-keyshortcuts="Backspace U"
        aria-disabled={!last || undefined}
        onClick={onUndo}
      />
      <IconButton
        icon="close"
        variant="secondary"
        className={styles.large}
        label={t('swipe-game.pass_name', name)}
        aria-keyshortcuts="ArrowLeft"
        disabled={!top}
        onClick={() => onChoose('pass')}
      />
      <IconButton
        icon="heart"
        variant="primary"
        className={styles.large}
        label={t('member.like_name', name)}
        aria-keyshortcuts="ArrowRight"
        disabled={!top}
        onClick={() => onChoose('like')}
      />
      <span className={styles.balance} />
    </div>
  )
}

function NoOneLeft({ last, onUndo }: { last?: SwipeCard; onUndo: () => void }) {
  const t = useT()
  const search = useLink('members')
  return (
    <EmptyState
      art="window"
      title={t('swipe-game.none_title')}
      action={
        <>
          <LinkButton icon="search" {...search}>
            {t('swipe-game.search')}
          </LinkButton>
          {last && (
            <Button variant="secondary" icon="undo" onClick={onUndo}>
              {t('swipe-game.undo_name', { member: last.name })}
            </Button>
          )}
        </>
      }
    >
      {t('swipe-game.none_text')}
    </EmptyState>
  )
}

/** When the next likes are due: at midnight where the brand is. */
function useDueTime(): (at: string) => string {
  const { translator } = useSite()
  const timeZone = useTimeZone()
  return (at) => translator.intl.formatDate(at, { timeZone, weekday: 'long', hour: 'numeric', minute: '2-digit' })
}
