import { accountMay } from '../../shared/rules/account-state.ts'
import type { User } from '../../shared/api/user.ts'
import { ageOn } from '../../shared/rules/age.ts'
import { dayIn } from '../../shared/rules/day.ts'
import { currencyIn, paymentCountry } from '../../shared/rules/prices.ts'
import type { MemberRow } from '../db/tables/members.ts'
import { offersOf } from '../discounts/look-up.ts'
import type { Context } from '../http/handler.ts'
import { isHeldBack } from '../members/proven-age.ts'
import { regionName } from '../../shared/tenants/regions.ts'
import { presentImage } from '../photos/present-image.ts'
import { searchOfMember } from '../search/search-of-member.ts'
import { selectOwnAccount } from './store.ts'

/** The member as they see themselves: `user` of user.php. */
export async function presentUser(
  context: Pick<Context<'login'>, 'db' | 'deps' | 'tenant' | 'pool' | 'now' | 'facts'>,
  member: MemberRow
): Promise<User> {
  const { db, deps, tenant, facts, now } = context
  const country = paymentCountry(tenant.settings, facts.selectedCountry, facts.country)
  const buying = { member, tenant, country, currency: currencyIn(tenant.settings, country), now }
  const offers = await offersOf({ db, deps }, buying)
  const { credits, photo, photo_status: status, ...counters } = await selectOwnAccount({ ...context, viewer: member })
  return {
    id: member.public_id,
    // In any other state there is no valid session.
    status: accountMay(member.status, 'confirm') ? 'not_confirmed' : 'confirmed',
    email: member.email,
    credits,
    paid_user: member.paid_user,
    signup_date: member.signup_date.toISOString(),
    ...offers,
    language: member.language as User['language'],
    notifications_disabled: member.notifications_disabled as User['notifications_disabled'],
    ...counters,
    search: searchOfMember(context, member),
    // The profile starts with the completion step.
    profile: member.signup_complete
      ? {
          id: member.public_id,
          name: member.name,
          age: ageOn(member.date_of_birth, dayIn(tenant.settings.time_zone, now)),
          gender: member.gender as NonNullable<User['profile']>['gender'],
          country: member.country,
          region: member.region,
          region_name: regionName(member.region),
          // Others do not see it here either: the member is redirected to the check.
          status: isHeldBack({ deps, tenant }, member) ? 'disabled' : member.profile_status,
          main_image: presentImage(deps, photo !== null && status !== null ? { public_id: photo, status } : null, member.public_id, 'full')
        }
      : null
  }
}
