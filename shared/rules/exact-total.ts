/** Up to here a search counts exactly how many members it finds; above, the total is an estimate. */
export const EXACT_TOTAL = 10_000
