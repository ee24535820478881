import type { Contract } from '../../shared/api/contract.ts'
import type { EndpointOutput } from '../../shared/api/endpoint.ts'
import type { OwnProfile } from '../../shared/api/profile.ts'
import type { Session } from '../../shared/api/sessions.ts'
import { NOTIFICATIONS, OWN_PROFILE } from '../fixtures/own-pages.ts'
import type { Api } from './mount.tsx'

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
    getProfile: () => ({ profile: { ...OWN_PROFILE, ...profile } }),
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
