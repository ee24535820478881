import type { Handler } from '../http/handler.ts'
import { presentOwnProfile } from './present-own-profile.ts'
import * as verbs from './update-profile.ts'

export const getProfile: Handler<'getProfile'> = async (context) => ({ profile: presentOwnProfile(context, context.viewer) })

export const updateProfile: Handler<'updateProfile'> = async (context) => ({
  profile: presentOwnProfile(context, await verbs.updateProfile(context))
})
