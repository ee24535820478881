import { isLong } from '../fixtures/long.ts'

/** Widths in px of a phone and, by `npm run test:long`, of a desk: for screens whose controls work alike on both. */
export const PHONE_AND_DESK: readonly number[] = isLong ? [375, 1280] : [375]
