import type { Handler } from '../http/handler.ts'
import { countBlocked, selectBlocked } from './store.ts'
import * as verbs from './block-member.ts'

const PAGE = 100

/** Whom the member has blocked: names alone, what the others do now is not theirs to see. */
export const listBlocked: Handler<'listBlocked'> = async ({ db, viewer, query }) => {
  const page = query.page ?? 1
  const rows = await selectBlocked(db, viewer.id, { offset: (page - 1) * PAGE, limit: PAGE })
  return {
    blocked: rows.map((row) => ({ id: row.public_id, name: row.name, blocked_at: row.created_at.toISOString() })),
    total: await countBlocked(db, viewer.id),
    page
  }
}

export const blockMember: Handler<'blockMember'> = async (context) => {
  await verbs.blockMember(context, context.body.id)
  return {}
}

export const unblockMember: Handler<'unblockMember'> = async (context) => {
  await verbs.unblockMember(context, context.body.id)
  return {}
}
