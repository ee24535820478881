import { useSite } from '../../site/site.tsx'
import { MemberHome } from './member-home.tsx'
import { VisitorHome } from './visitor-home.tsx'

export default function IndexPage() {
  const { member } = useSite()
  return member ? <MemberHome /> : <VisitorHome />
}
