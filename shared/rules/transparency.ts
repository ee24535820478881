/** The figures of the transparency page cover this many days: fewer than their sources are kept (retention.ts). */
export const TRANSPARENCY_DAYS = 90
