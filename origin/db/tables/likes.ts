import type { Instant } from './columns.ts'
import type { Generated } from 'kysely'

interface LikesTable {
  liker_id: number
  liked_id: number
  created_at: Instant
  is_new: Generated<boolean>
}

export interface LikesTables {
  likes: LikesTable
}
