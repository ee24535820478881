import type { OwnProfile, ProfileChanges } from '../../shared/api/profile.ts'
import { write } from '../api/call.ts'
import { useSetting } from '../forms/use-setting.ts'

/** The profile for single switches, each of which is saved at once. */
export function useProfileSetting() {
  return useSetting(
    'getProfile',
    (changes: ProfileChanges) => write('updateProfile', changes),
    ({ profile }, changes) => ({ profile: { ...profile, ...(changes as Partial<OwnProfile>) } })
  )
}
