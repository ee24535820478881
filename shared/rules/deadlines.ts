/** Subjects of complaints and reports that are decided first. The 48 hours for intimate pictures are those of the Take It Down Act, 47 U.S.C. 223a. */
const URGENT: ReadonlySet<string> = new Set(['intimate_picture', 'under_age'])
export const URGENT_ANSWER_HOURS = 48
export const ANSWER_DAYS = 7

const HOUR = 3_600_000

/** The deadline for answering a complaint, or deciding a report or an appeal, that came in at `at`. */
export function answerDue(kind: string, at: Date): Date {
  return new Date(at.getTime() + (URGENT.has(kind) ? URGENT_ANSWER_HOURS : ANSWER_DAYS * 24) * HOUR)
}
