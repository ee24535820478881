/** What a complaint can be about, the urgent ones first, as the form offers them. */
export const COMPLAINT_KINDS = [
  'intimate_picture',
  'under_age',
  'own_data',
  'fake_profile',
  'behaviour',
  'illegal',
  'service',
  'decision',
  'other'
] as const
export type ComplaintKind = (typeof COMPLAINT_KINDS)[number]

/** Kinds that are answered first. The 48 hours for intimate pictures are those of the Take It Down Act, 47 U.S.C. 223a. */
const URGENT: ReadonlySet<ComplaintKind> = new Set(['intimate_picture', 'under_age'])
export const URGENT_ANSWER_HOURS = 48
export const ANSWER_DAYS = 7

const HOUR = 3_600_000

/** The deadline for answering a complaint that came in at `at`. */
export function answerDue(kind: ComplaintKind, at: Date): Date {
  return new Date(at.getTime() + (URGENT.has(kind) ? URGENT_ANSWER_HOURS : ANSWER_DAYS * 24) * HOUR)
}

/**
 * May the writer stay anonymous? Someone who reports the abuse of children may (Art. 16(2)(c) of Regulation (EU) 2022/2065); anyone else gets an
 * answer, and takes responsibility for what they say about others.
 */
export const mayBeAnonymous = (kind: ComplaintKind) => kind === 'under_age'
