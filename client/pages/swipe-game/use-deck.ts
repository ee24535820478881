import { useMutation, useMutationState, useQuery, useQueryClient, type Query } from '@tanstack/react-query'
import type { Contract } from '../../../shared/api/contract.ts'
import type { EndpointOutput } from '../../../shared/api/endpoint.ts'
import type { SwipeCard } from '../../../shared/api/swipe.ts'
import { asApiError } from '../../api/api-error.ts'
import { attempt, write } from '../../api/call.ts'
import { queryOf } from '../../api/queries.ts'
import { useClock } from '../../site/use-now.ts'
import { showMatch } from '../../state/like-modal.ts'

type Deck = EndpointOutput<Contract['getSwipeDeck']>

interface Swipe {
  card: SwipeCard
  choice: 'like' | 'pass' | 'undo'
}

/** With fewer cards left than this, the next ones are fetched. */
const FEW = 6
const MUTATION = ['swipe']
/** The longest a timer can wait, in ms. */
const LONGEST = 2 ** 31 - 1

/**
 * The deck of the swipe game: a card leaves it the moment it is decided on, however slow the connection is, and comes back if the server refuses. The
 * decisions are sent one after another, so that taking a pass back never overtakes the pass. Only those that the server has answered are in the
 * cache, which a refetch may replace at any time.
 * @param onRefused the card is back where it was, unless the member is no longer there
 */
export function useDeck(onRefused: (swipe: Swipe, error: unknown) => void) {
  const queryClient = useQueryClient()
  const { queryKey } = queryOf('getSwipeDeck')
  const clock = useClock()
  const { data, isError, error, isFetching, refetch } = useQuery({
    ...queryOf('getSwipeDeck'),
    // When the next likes are due, and again until the server says that they are there.
    refetchInterval: ({ state }) => waitForLikes(state.data, clock()),
    refetchIntervalInBackground: true
  })
  const change = (update: (deck: Deck) => Deck) => queryClient.setQueryData(queryKey, (deck) => (deck ? update(deck) : deck))

  /** The deck brings only the last passes: further ones are fetched when those are taken back. The cards stay, so that what came back stays on top. */
  async function fetchPasses() {
    const further = await attempt('getSwipeDeck')
    if (!further) return
    const isDealt = ({ id }: SwipeCard, { cards }: Deck) => cards.some((card) => card.id === id)
    change((deck) => (deck.passed.length > 0 ? deck : { ...deck, passed: further.passed.filter((card) => !isDealt(card, deck)) }))
  }

  const { mutate } = useMutation({
    mutationKey: MUTATION,
    scope: { id: 'swipe' },
    mutationFn: ({ card, choice }: Swipe) => write('swipeMember', { id: card.id, choice }),
    onSuccess(answer, swipe) {
      if (answer === false) return
      const { card, choice } = swipe
      const { likes_left, next_likes_at, now } = answer
      change((deck) => ({ ...after(deck, swipe), likes_left, next_likes_at, now }))
      // Taken back here, but liked in another tab.
      if (answer.choice === 'like') change((deck) => without(deck, card))
      if (answer.match) showMatch(answer.match)
      // The next time that something is taken back it is tried again.
      if (choice === 'undo' && queryClient.getQueryData(queryKey)?.passed.length === 0) void fetchPasses().catch(() => {})
    },
    onError(failure, swipe) {
      if (asApiError(failure).code === 'not_found') change((deck) => without(deck, swipe.card))
      onRefused(swipe, failure)
    },
    onSettled(_, failure) {
      if (queryClient.isMutating({ mutationKey: MUTATION }) > 1) return
      const short = (queryClient.getQueryData(queryKey)?.cards.length ?? 0) < FEW
      // An answer from before this decision may arrive after it, so it is refetched.
      void queryClient.invalidateQueries({ queryKey, predicate: (query) => short || failure !== null || isBeingFetched(query) })
    }
  })

  const pending = useMutationState({
    filters: { mutationKey: MUTATION, status: 'pending' },
    select: ({ state }) => state.variables as Swipe
  })
  const deck = data && pending.reduce(after, data)

  return {
    deck,
    /** More cards may be on their way. */
    waiting: isFetching || pending.length > 0,
    /** Only when there are no cards left to play. */
    error: isError && !deck?.cards.length ? error : null,
    refetch,
    swipe: mutate
  }
}

/** How long until the next likes are due, in ms; false while there are likes left. */
function waitForLikes(deck: Deck | null | undefined, now: Date): number | false {
  return deck?.likes_left === 0 && Math.min(LONGEST, Math.max(1000, Date.parse(deck.next_likes_at) - now.getTime()))
}

const isBeingFetched = ({ state }: Query) => state.fetchStatus === 'fetching'

function without<D extends Pick<Deck, 'cards' | 'passed'>>(deck: D, { id }: SwipeCard): D {
  const others = (cards: readonly SwipeCard[]) => cards.filter((card) => card.id !== id)
  return { ...deck, cards: others(deck.cards), passed: others(deck.passed) }
}

/** The deck after this decision; applying one twice changes nothing more. */
function after(deck: Deck, { card, choice }: Swipe): Deck {
  const { cards, passed, ...rest } = without(deck, card)
  if (choice === 'undo') return { ...rest, cards: [card, ...cards], passed }
  if (choice === 'pass') return { ...rest, cards, passed: [card, ...passed] }
  const dealt = cards.length < deck.cards.length
  return { ...rest, cards, passed, likes_left: Math.max(0, deck.likes_left - (dealt ? 1 : 0)) }
}
