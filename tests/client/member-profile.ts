import type { MemberProfile } from '../../shared/api/members.ts'
import { EMPTY_FIELDS } from '../fixtures/own-pages.ts'
import { card } from './chat-fixtures.ts'

/** The profile of Ann as another member sees it; pass what differs. */
export function profile(more: Partial<MemberProfile> = {}): MemberProfile {
  return {
    ...card('Ann'),
    ...EMPTY_FIELDS,
    date_of_birth: null,
    photo_count: 5,
    more_photos: [],
    interests: ['hiking', 'tea'],
    shared_interests: [],
    about: 'I bake.',
    looking_for: ['man'],
    match: false,
    accepts_gifts: true,
    gifts: [],
    confirmed: true,
    ...more
  }
}
