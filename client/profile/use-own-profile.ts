import { useQuery } from '@tanstack/react-query'
import type { OwnProfile, ProfileChanges } from '../../shared/api/profile.ts'
import { write } from '../api/call.ts'
import { queryOf } from '../api/queries.ts'
import { useSetting } from '../forms/use-setting.ts'

/** The member's own profile. */
export function useOwnProfile() {
  return useQuery(queryOf('getProfile'))
}

/** The profile for single switches, each of which is saved at once. */
export function useProfileSetting() {
  return useSetting(
    'getProfile',
    (changes: ProfileChanges) => write('updateProfile', changes),
    ({ profile }, changes) => ({ profile: { ...profile, ...(changes as Partial<OwnProfile>) } })
  )
}
