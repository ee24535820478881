import type { Instant } from './columns.ts'
import type { ColumnType, Generated } from 'kysely'

export type Resembled = 'refused' | 'banned'

export interface PhotosTable {
  id: Generated<number>
  public_id: string
  member_id: number
  position: number
  status: 'pending' | 'active' | 'rejected'
  /** 64 digits of 0 and 1. */
  dhash: ColumnType<string | null, string | null | undefined, string | null>
  /** Why it waits, if it looks like another one: refused before, or of someone banned. */
  resembles: ColumnType<Resembled | null, Resembled | null | undefined, Resembled | null>
  created_at: Instant
}

interface LoosePhotosTable {
  public_id: string
  due_at: Instant
}

interface RefusedPicturesTable {
  pool: string
  bands: string[]
  created_at: Instant
}

interface PhotoUnlocksTable {
  member_id: number
  photo_id: number
  created_at: Instant
}

export interface PhotosTables {
  photo_unlocks: PhotoUnlocksTable
  photos: PhotosTable
  loose_photos: LoosePhotosTable
  refused_pictures: RefusedPicturesTable
}
