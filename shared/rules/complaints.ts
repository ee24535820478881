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

/**
 * May the writer stay anonymous? Only when reporting child abuse (Art. 16(2)(c) of Regulation (EU) 2022/2065); other writers get an answer and take
 * responsibility for what they say about others.
 */
export const mayBeAnonymous = (kind: ComplaintKind) => kind === 'under_age'
