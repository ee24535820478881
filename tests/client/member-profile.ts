import type { MemberProfile } from '../../shared/api/members.ts'
import { card } from './chat-fixtures.ts'

const UNTOLD = {
  date_of_birth: null,
  sexuality: null,
  relationship_status: null,
  body_type: null,
  hair_colour: null,
  eye_colour: null,
  tattoos: null,
  reason: null,
  wishes: null,
  limits: null
}

/** The profile of Ann as another member sees it; pass what differs. */
export function profile(more: Partial<MemberProfile> = {}): MemberProfile {
  return {
    ...card('Ann'),
    photo_count: 5,
    more_photos: [],
    interests: ['hiking', 'tea'],
    shared_interests: [],
    ...UNTOLD,
    about: 'I bake.',
    prompts: [],
    looking_for: ['man'],
    match: false,
    accepts_gifts: true,
    gifts: [],
    confirmed: true,
    ...more
  }
}
