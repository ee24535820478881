import type { ColumnType, Generated } from 'kysely'
import type { Instant } from './columns.ts'

interface GiftsTable {
  id: Generated<number>
  /** Null when the giver has been erased. */
  giver_id: number | null
  receiver_id: number
  /** Null when the message has been deleted. */
  message_id: number | null
  gift: string
  created_at: Instant
}

interface ChatPhotosTable {
  public_id: string
  message_id: number
  sender_id: number
  /** What it looks like; null for photos of older versions. */
  dhash: ColumnType<string | null, string | null | undefined, string | null>
  accepted_at: ColumnType<Date | null, Date | null | undefined, Date | null>
  created_at: Instant
}

export interface GiftsTables {
  gifts: GiftsTable
  chat_photos: ChatPhotosTable
}
