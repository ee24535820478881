/** The figures of the transparency page are about this many days: less than what they are counted from is kept (retention.ts). */
export const TRANSPARENCY_DAYS = 90
