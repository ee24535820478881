import type { MemberCard } from '../../shared/api/members.ts'
import type { Gender } from '../../shared/api/values.ts'
import { ageOn } from '../../shared/rules/age.ts'
import { dayIn } from '../../shared/rules/day.ts'
import { bandOf } from '../../shared/rules/age-band.ts'
import { firstName } from '../../shared/rules/first-name.ts'
import { regionName } from '../../shared/tenants/regions.ts'
import { photoAccess } from '../../shared/rules/photo-access.ts'
import { presence } from '../../shared/rules/presence.ts'
import { ANYBODY, presentImage } from '../photos/present-image.ts'
import { accessOf, photoViewer, type ViewerScope } from './viewer-scope.ts'
import type { CardRow } from './store.ts'

/** Makes the cards of one answer: what depends on the viewer is computed once. */
export function cardPresenter(scope: ViewerScope): (row: CardRow) => MemberCard {
  const { deps, viewer, tenant, now } = scope
  const { visible_profile_fields: fields } = tenant.settings
  const limited = accessOf(scope) !== 'all'
  // Only viewers who show their own presence see anyone else's: otherwise logging out would show it to those who hide theirs.
  const showsOwn = viewer?.shows_presence ?? false
  const mainPhoto = photoAccess(photoViewer(scope), { main: true })
  const today = dayIn(tenant.settings.time_zone, now)
  const picture = (photo: string | null) => {
    if (photo === null || mainPhoto === 'none') return null
    return presentImage(deps, { public_id: photo, status: 'active' }, viewer?.public_id ?? ANYBODY, mainPhoto)
  }
  return (row) => ({
    id: row.public_id,
    name: limited ? firstName(row.name) : row.name,
    age: fields.includes('age') ? ageShown(ageOn(row.date_of_birth, today), limited) : null,
    gender: fields.includes('gender') ? (row.gender as Gender) : null,
    country: row.country,
    region: row.region,
    region_name: regionName(row.region),
    main_image: picture(row.photo),
    fictional: row.fictional,
    online: presence({ lastSeen: row.last_seen_at, fictional: row.fictional, shown: row.shows_presence && showsOwn }, now),
    liked: row.liked
  })
}

function ageShown(age: number, limited: boolean): MemberCard['age'] {
  if (!limited) return age
  const { from, to } = bandOf(age)
  return `${from}–${to}`
}
