import { ProfileChanges } from '../../../shared/api/profile.ts'
import { validate } from '../../../shared/api/validate.ts'

/** What the origin would refuse of these changes; loaded when something is saved, for the schema is heavy. */
export function checkChanges(changes: object) {
  return validate(ProfileChanges, changes)
}
