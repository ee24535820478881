import type { Instant } from './columns.ts'

interface MatchAnswersTable {
  member_id: number
  genders: string[]
  min_age: number
  max_age: number
  country: string | null
  region: string | null
  interests: string[]
  reasons: string[]
  answered_at: Instant
}

export interface MatchFinderTables {
  match_answers: MatchAnswersTable
}
