interface SearchCountsTable {
  pool: string
  /** Empty: any; the same for `region`. */
  country: string
  region: string
  gender: string
  /** Year of birth divided by five. */
  born: number
  members: number
  shown: number
  for_woman: number
  for_man: number
  for_couple: number
  for_other: number
}

export interface SearchTables {
  search_counts: SearchCountsTable
}
