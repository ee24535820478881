import { ProfileChanges } from '../../../shared/api/profile.ts'
import { validate } from '../../../shared/api/validate.ts'

/** What the origin would refuse in these changes; loaded when something is saved, since the schema is large. */
export function checkChanges(changes: object) {
  return validate(ProfileChanges, changes)
}
