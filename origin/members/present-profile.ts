import { acceptsGifts } from '../gifts/accepts-gifts.ts'
import { accountMay } from '../../shared/rules/account-state.ts'
import type { FurtherPhoto, MemberProfile } from '../../shared/api/members.ts'
import type { Gender } from '../../shared/api/values.ts'
import { photoAccess } from '../../shared/rules/photo-access.ts'
import type { ChoiceField, HideableField, ProfileNote } from '../../shared/tenants/profile-fields.ts'
import type { MemberRow } from '../db/tables/members.ts'
import { ANYBODY, presentImage } from '../photos/present-image.ts'
import { photoViewer, seesProfiles, type ViewerScope } from './viewer-scope.ts'
import { cardPresenter } from './present-card.ts'
import { shownInterests } from './shown-interests.ts'
import { showsField } from './shows-field.ts'
import type { CardRow } from './store.ts'

interface ProfileFacts {
  photos: readonly string[]
  unlocked: ReadonlySet<string>
  likesViewer: boolean
  gifts: MemberProfile['gifts']
}

/**
 * The whole profile: the fields the tenant shows and the member does not hide. Visitors of a limited search only get a card and the number of photos:
 * what members write about themselves can identify them. A fictional viewer gets the card.
 * @param facts photos: public ids of those that others may see, in order; unlocked: those of them that the viewer has paid for; likesViewer: the member
 * likes the viewer; gifts: what the member was given
 */
export function presentProfile(
  scope: ViewerScope,
  member: MemberRow,
  card: CardRow,
  { photos, unlocked, likesViewer, gifts }: ProfileFacts
): MemberProfile {
  const limited = !seesProfiles(scope)
  const { visible_profile_notes: notes } = scope.tenant.settings
  const shows = (field: HideableField) => showsField(scope, member, field)
  const choice = (field: ChoiceField) => (shows(field) ? member[field] : null)
  const note = (name: ProfileNote) => (!limited && notes.includes(name) ? member[name] : null)
  const match = card.liked && likesViewer
  const interests = shownInterests(scope, member, match)
  const own = scope.viewer?.public_id === member.public_id
  return {
    ...cardPresenter(scope)(card),
    photo_count: photos.length,
    more_photos: furtherPhotos(
      scope,
      member,
      photos.filter((photo) => photo !== card.photo),
      unlocked
    ),
    interests,
    shared_interests: own ? [] : interests.filter((interest) => scope.viewer?.interests.includes(interest)),
    date_of_birth: shows('date_of_birth') ? member.date_of_birth : null,
    sexuality: choice('sexuality'),
    relationship_status: choice('relationship_status'),
    body_type: choice('body_type'),
    hair_colour: choice('hair_colour'),
    eye_colour: choice('eye_colour'),
    tattoos: choice('tattoos'),
    reason: choice('reason'),
    about: note('about'),
    wishes: note('wishes'),
    limits: note('limits'),
    prompts: limited || notes.length === 0 ? [] : member.prompts,
    looking_for: limited ? [] : (member.looking_for as Gender[]),
    match,
    accepts_gifts: acceptsGifts(scope, member),
    gifts,
    confirmed: accountMay(member.status, 'be_written_to')
  }
}

/** Photos besides the main one as the viewer gets them: sharp, blurred on the server, or not at all. Always sharp on their own profile. */
function furtherPhotos(scope: ViewerScope, member: MemberRow, photos: readonly string[], unlocked: ReadonlySet<string>): FurtherPhoto[] {
  const { deps, viewer } = scope
  const kind = photoViewer(scope)
  const own = viewer?.public_id === member.public_id
  return photos.flatMap((public_id) => {
    const access = photoAccess(own ? 'owner' : kind, { main: false, unlocked: unlocked.has(public_id) })
    if (access === 'none') return []
    const image = presentImage(deps, { public_id, status: 'active' }, viewer?.public_id ?? ANYBODY, access)
    return [{ ...image, locked: access === 'locked' }]
  })
}
