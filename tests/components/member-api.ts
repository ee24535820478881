import type { Contract } from '../../shared/api/contract.ts'
import type { EndpointOutput } from '../../shared/api/endpoint.ts'
import { MAIL_KINDS, NEWS, PUSH_KINDS, recordOf } from '../../shared/rules/news.ts'
import type { OwnProfile } from '../../shared/api/profile.ts'
import type { Session } from '../../shared/api/sessions.ts'
import type { Api } from './mount.tsx'

type Notifications = EndpointOutput<Contract['getNotifications']>

export const PROFILE: OwnProfile = {
  name: 'Robin',
  date_of_birth: '1990-05-17',
  gender: 'man',
  looking_for: ['woman'],
  country: 'GB',
  region: null,
  interests: [],
  intimate_shown_to: 'matches',
  sexuality: null,
  relationship_status: null,
  body_type: null,
  hair_colour: null,
  eye_colour: null,
  tattoos: null,
  reason: null,
  about: null,
  wishes: null,
  limits: null,
  prompts: [],
  hidden_fields: [],
  shown_to_visitors: false,
  shows_visits: true,
  shows_presence: true,
  shows_typing: true,
  shows_read: true,
  accepts_gifts: true,
  greets_newcomers: false,
  shown_in: [],
  sister_sites: []
}

export const NOTIFICATIONS: Notifications = {
  email: 'robin@mail.example',
  preferences: recordOf(MAIL_KINDS, (kind) => NEWS[kind].frequency),
  push: recordOf(PUSH_KINDS, () => true),
  statement: true,
  disabled: []
}

const COMPANY: EndpointOutput<Contract['getCompanyInfo']> = {
  name: 'Lantern Works Ltd',
  address: '1 Quay Street',
  kvk: '123456',
  city: 'Dublin',
  country: 'IE',
  tradenames: ['Velvet'],
  vat_numbers: ['IE1234567A'],
  support_phone: '',
  delete_discount: false,
  added: '2025-05-01'
}

export const SESSION: Session = {
  id: 'S'.repeat(22),
  current: true,
  site: 'Velvet',
  browser: 'Chromium',
  system: 'Linux',
  country: 'GB',
  created_at: '2026-11-20T20:00:00.000Z',
  used_at: '2026-11-20T20:00:00.000Z'
}

/** The API for a member's own pages, answering like for a new member; pass what differs. */
export function memberApi({ profile = {}, ...others }: Api & { profile?: Partial<OwnProfile> } = {}): Api {
  return {
    getProfile: () => ({ profile: { ...PROFILE, ...profile } }),
    getNotifications: () => NOTIFICATIONS,
    listSessions: () => ({ sessions: [SESSION] }),
    listBlocked: () => ({ blocked: [], total: 0, page: 1 }),
    listPhotos: () => ({ photos: [], limit: 3, moderation: 'before' }),
    getCompanyInfo: () => COMPANY,
    listWithdrawable: () => ({ orders: [] }),
    getSavedMethods: () => ({ stored_card: null, mandate: null }),
    getLimits: () => ({
      limits: { currency: 'EUR', day: null, month: null },
      next: null,
      spent: { day: 0, month: 0 },
      paused_until: null
    }),
    listInterests: () => ({ interests: ['tea', 'coffee'] }),
    listRegions: () => ({ country: 'GB', regions: [{ code: 'GB-SCT', name: 'Scotland' }] }),
    ...others
  }
}
