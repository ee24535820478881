import type { Instant } from './columns.ts'
import type { ColumnType, Generated } from 'kysely'

interface LikesTable {
  liker_id: number
  liked_id: number
  created_at: Instant
  is_new: Generated<boolean>
  /** Since when both like each other, in both rows of a match. */
  matched_at: ColumnType<Date | null, Date | null | undefined, Date | null>
  /** 'auto': an automatic greeting. */
  origin: ColumnType<'member' | 'auto', string | undefined, string>
}

interface LikesTakenBackTable {
  liker_id: number
  liked_id: number
  created_at: Instant
  is_new: boolean
  matched: boolean
}

export interface LikesTables {
  likes: LikesTable
  likes_taken_back: LikesTakenBackTable
}
