import { safety } from '../../shared/api/safety.ts'
import { implement } from '../http/handler.ts'
import { countBlocked, selectBlocked } from './store.ts'
import { blockMember, unblockMember } from './block-member.ts'

const PAGE = 100

export const handlers = implement(safety, {
  /** The members that the viewer has blocked: only names, since blocking hides everything else. */
  listBlocked: async ({ db, viewer, query }) => {
    const page = query.page ?? 1
    const rows = await selectBlocked(db, viewer.id, { offset: (page - 1) * PAGE, limit: PAGE })
    return {
      blocked: rows.map((row) => ({ id: row.public_id, name: row.name, blocked_at: row.created_at.toISOString() })),
      total: await countBlocked(db, viewer.id),
      page
    }
  },

  blockMember: async (context) => {
    await blockMember(context, context.body.id)
    return {}
  },

  unblockMember: async (context) => {
    await unblockMember(context, context.body.id)
    return {}
  }
})
