import { fieldError, type FieldError } from '../../shared/api/errors.ts'
import { isOldEnough } from '../../shared/rules/age.ts'
import { dayIn } from '../../shared/rules/day.ts'
import type { PublicSettings } from '../../shared/tenants/public-settings.ts'

/**
 * Is the person signing up old enough here? `now` in ms. Pages are cached for a while, so the later of the page's time and the device's counts; the
 * server has the final say.
 */
export function checkOwnAge(dateOfBirth: string, tenant: PublicSettings, now: number): FieldError[] {
  const day = dayIn(tenant.time_zone, new Date(now))
  return isOldEnough(dateOfBirth, day, tenant.min_age) ? [] : [fieldError('date_of_birth', 'date_of_birth', { min_age: tenant.min_age })]
}
