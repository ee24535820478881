import { profile } from '../../shared/api/profile.ts'
import { implement } from '../http/handler.ts'
import { presentOwnProfile } from './present-own-profile.ts'
import * as verbs from './update-profile.ts'

export const handlers = implement(profile, {
  getProfile: async (context) => ({ profile: presentOwnProfile(context, context.viewer) }),

  updateProfile: async (context) => ({
    profile: presentOwnProfile(context, await verbs.updateProfile(context))
  })
})
