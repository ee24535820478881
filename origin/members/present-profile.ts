import { accountMay } from '../../shared/rules/account-state.ts'
import type { FurtherPhoto, MemberProfile } from '../../shared/api/members.ts'
import type { Gender } from '../../shared/api/values.ts'
import { photoAccess } from '../../shared/rules/photo-access.ts'
import type { ChoiceField, HideableField, ProfileNote } from '../../shared/tenants/profile-fields.ts'
import type { MemberRow } from '../db/tables/members.ts'
import { ANYBODY, presentImage } from '../photos/present-image.ts'
import { accessOf, type ViewerScope } from './viewer-scope.ts'
import { cardPresenter } from './present-card.ts'
import { shownInterests } from './shown-interests.ts'
import { showsField } from './shows-field.ts'
import type { CardRow } from './store.ts'

/**
 * The whole profile: the fields the tenant shows and the member does not hide. Visitors of a limited search only get a card and the number of photos:
 * what members write about themselves can identify them.
 * @param facts photos: public ids of those that others may see, in order; likesViewer: the member likes the viewer
 */
export function presentProfile(
  scope: ViewerScope,
  member: MemberRow,
  card: CardRow,
  { photos, likesViewer }: { photos: readonly string[]; likesViewer: boolean }
): MemberProfile {
  const limited = accessOf(scope) !== 'all'
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
      photos.filter((photo) => photo !== card.photo)
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
    confirmed: accountMay(member.status, 'be_written_to')
  }
}

/** Photos besides the main one as the viewer gets them: sharp, blurred on the server, or not at all. Always sharp on their own profile. */
function furtherPhotos(scope: ViewerScope, member: MemberRow, photos: readonly string[]): FurtherPhoto[] {
  const { deps, viewer } = scope
  const kind = viewer ? { member: { paid: viewer.paid_user } } : { visitor: accessOf(scope) }
  const access = photoAccess(viewer?.public_id === member.public_id ? 'owner' : kind, false)
  if (access === 'none') return []
  return photos.map((public_id) => ({
    ...presentImage(deps, { public_id, status: 'active' }, viewer?.public_id ?? ANYBODY, access),
    locked: access === 'locked'
  }))
}
