import { Avatar } from '../../../client/ui/avatar.tsx'
import { Tag } from '../../../client/ui/badge.tsx'
import { LinkButton } from '../../../client/ui/button.tsx'
import { EmptyState } from '../../../client/ui/empty-state.tsx'
import { CardGrid, Cluster } from '../../../client/ui/layout.tsx'
import { MemberCard, MemberCardSkeleton } from '../../../client/ui/member-card.tsx'
import { SectionCard } from '../../../client/ui/section-card.tsx'

const PICTURE = '/icon.svg'

/** Pictures and cards of members. */
export function Members() {
  return (
    <>
      <Cluster>
        {(['small', 'regular', 'large', 'huge'] as const).map((size) => (
          <Avatar
            key={size}
            src={size === 'large' ? PICTURE : null}
            alt={`A member, ${size}`}
            size={size}
            online={size === 'huge' ? 'Online' : undefined}
          />
        ))}
      </Cluster>
      <CardGrid>
        <li>
          <MemberCard
            href="#members"
            name="Robin"
            age={33}
            place="Lisbon"
            src={PICTURE}
            online="Online"
            tag={<Tag tone="picture">New</Tag>}
            note="Hiking"
          />
        </li>
        <li>
          <MemberCard href="#members" name="A long name that doesn’t fit on one line" age={58} place="Trás-os-Montes" src={null} />
        </li>
        <li>
          <MemberCard href="#members" name="Kim" age={41} src={PICTURE} locked="Only for matches" />
        </li>
        <li>
          <MemberCardSkeleton />
        </li>
      </CardGrid>
    </>
  )
}

/** Cards of pages. */
export function Cards() {
  return (
    <>
      <SectionCard title="A section" lead="What it is for." aside={<Tag tone="success">Done</Tag>}>
        <p>Its content.</p>
      </SectionCard>
      <EmptyState art="letter" title="No messages yet" action={<LinkButton href="#cards-and-empty-places">Find someone</LinkButton>}>
        The first one is the hardest.
      </EmptyState>
    </>
  )
}
