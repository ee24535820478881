import { sql } from 'kysely'
import type { Contract } from '../../shared/api/contract.ts'
import type { EndpointOutput } from '../../shared/api/endpoint.ts'
import type { MemberContext } from '../http/handler.ts'
import { cardPresenter } from '../members/present-card.ts'
import { selectCards } from '../members/store.ts'
import { newVisits, selectVisits } from './store.ts'

const SHOWN = 100

/** The newest visits to the member. */
export async function listVisits(context: MemberContext<'listVisits'>): Promise<EndpointOutput<Contract['listVisits']>> {
  const visits = await selectVisits(context, SHOWN)
  const cards = await selectCards(
    context,
    visits.map(({ member }) => member)
  )
  const present = cardPresenter(context)
  const { rows } = await sql<{ unseen: number }>`select ${newVisits(context)} as unseen`.execute(context.db)
  return {
    shown: context.viewer.shows_visits,
    visits: visits.flatMap(({ member, day, is_new }) => {
      const card = cards.get(member)
      return card ? [{ ...present(card), visited_on: day, visit_new: is_new }] : []
    }),
    total_new: rows[0]!.unseen
  }
}
