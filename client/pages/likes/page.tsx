import { LikesView } from '../../likes/likes-view.tsx'

/** Who likes the member, new ones first. */
export default function Page() {
  return <LikesView key="received" type="received" />
}
