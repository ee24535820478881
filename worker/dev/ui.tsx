import { type ReactNode } from 'react'
import { renderToStaticMarkup } from 'react-dom/server'
import { Art, ART_NAMES } from '../../client/ui/art.tsx'
import { Avatar, OnlineDot } from '../../client/ui/avatar.tsx'
import { Badge, Tag } from '../../client/ui/badge.tsx'
import { Banner } from '../../client/ui/banner.tsx'
import { Button, IconButton, IconLink, LinkButton } from '../../client/ui/button.tsx'
import { CheckboxField } from '../../client/ui/checkbox-field.tsx'
import { Chip, ChoiceChip } from '../../client/ui/chip.tsx'
import { DateOfBirthField } from '../../client/ui/date-of-birth-field.tsx'
import { Dialog } from '../../client/ui/dialog.tsx'
import { EmptyState } from '../../client/ui/empty-state.tsx'
import { ErrorSummary } from '../../client/ui/error-summary.tsx'
import { Icon, ICON_NAMES } from '../../client/ui/icon.tsx'
import { CardGrid, Cluster, Stack } from '../../client/ui/layout.tsx'
import { LoadingBar } from '../../client/ui/loading-bar.tsx'
import { MemberCard, MemberCardSkeleton } from '../../client/ui/member-card.tsx'
import { Menu, MenuButton, MenuLink } from '../../client/ui/menu.tsx'
import { PasswordField } from '../../client/ui/password-field.tsx'
import { RangePair } from '../../client/ui/range-pair.tsx'
import { Scene } from '../../client/ui/scene.tsx'
import { SectionCard } from '../../client/ui/section-card.tsx'
import { SelectField } from '../../client/ui/select-field.tsx'
import { Skeleton } from '../../client/ui/skeleton.tsx'
import { Spinner } from '../../client/ui/spinner.tsx'
import { StepProgress } from '../../client/ui/step-progress.tsx'
import { SwitchField } from '../../client/ui/switch-field.tsx'
import { Tabs } from '../../client/ui/tabs.tsx'
import { TextAreaField } from '../../client/ui/text-area-field.tsx'
import { TextField } from '../../client/ui/text-field.tsx'
import { ToastRegion } from '../../client/ui/toast.tsx'
import { VisuallyHidden } from '../../client/ui/visually-hidden.tsx'
import { brandScenePath, markOf } from '../../shared/tenants/brand-pictures.ts'
import { MARK_VIEW, MARKS } from '../../shared/tenants/marks.ts'
import { paintScene, type Scheme } from '../../shared/tenants/scene-colours.ts'
import { SCENES } from '../../shared/tenants/scenes.ts'
import type { TenantRecord } from '../../shared/tenants/schema.ts'
import type { EdgeDeps } from '../deps.ts'
import { sceneFile } from '../files/scene.ts'
import { brandOf } from '../pages/brand.ts'
import { escapeHtml } from '../pages/escape.ts'
import { API_HEADERS } from '../pages/security-headers.ts'

const PICTURE = '/icon.svg'
const nothing = () => {}

const VARIANTS = ['primary', 'secondary', 'accent', 'quiet', 'danger'] as const
const TONES = ['info', 'success', 'warning', 'danger', 'brand'] as const
const TAGS = ['neutral', 'brand', 'accent', 'success', 'warning', 'danger', 'picture'] as const
const OPTIONS = [
  { value: 'lisbon', label: 'Lisbon' },
  { value: 'porto', label: 'Porto' }
]

/** Each part of client/ui by name, in the states that it can have without a script. */
const PARTS: readonly (readonly [name: string, shown: ReactNode])[] = [
  [
    'Buttons',
    <>
      {VARIANTS.map((variant) => (
        <Cluster key={variant}>
          <Button variant={variant}>{variant}</Button>
          <Button variant={variant} icon="heart">
            With icon
          </Button>
          <Button variant={variant} small>
            Small
          </Button>
          <Button variant={variant} disabled>
            Disabled
          </Button>
          <Button variant={variant} busy busyLabel="Sending…">
            Busy
          </Button>
          <LinkButton variant={variant} href="#buttons">
            Link
          </LinkButton>
          <IconButton variant={variant} icon="settings" label={`Settings, ${variant}`} />
          <IconLink variant={variant} icon="search" label={`Search, ${variant}`} href="#buttons" />
        </Cluster>
      ))}
      <Button wide>As wide as its place</Button>
    </>
  ],
  [
    'Fields',
    <Stack key="fields">
      <TextField label="Name" name="name" defaultValue="Robin" />
      <TextField label="Email" name="email" type="email" help="For the link only you get." placeholder="you@mail.example" />
      <TextField label="City" name="city" icon="pin" optional="optional" />
      <TextField label="Town" name="town" error="Please fill in this field." />
      <TextField label="Country" name="land" defaultValue="Portugal" disabled />
      <PasswordField
        autoComplete="new-password"
        label="Password"
        name="password"
        showLabel="Show"
        hideLabel="Hide"
        defaultValue="correct horse"
      />
      <SelectField label="Region" name="region" options={OPTIONS} placeholder="Choose" />
      <SelectField label="Region with an error" name="other_region" options={OPTIONS} error="Please choose one." />
      <TextAreaField label="About you" name="about" defaultValue="I walk, I cook, I read." maxLength={200} />
      <DateOfBirthField label="Date of birth" locale="en-GB" name="birth" labels={{ day: 'Day', month: 'Month', year: 'Year' }} />
      <RangePair
        label="Age"
        from={{ name: 'from', label: 'From', defaultValue: 30 }}
        to={{ name: 'to', label: 'To', defaultValue: 45 }}
        min={18}
        max={99}
      />
      <CheckboxField label="I agree" name="agree" help="You can take it back." />
      <CheckboxField label="I agree, with an error" name="agree_2" error="Please agree." />
      <SwitchField label="Show when I’m online" name="online" defaultChecked />
      <SwitchField label="Off and disabled" name="off" disabled />
    </Stack>
  ],
  [
    'Choices',
    <>
      <Cluster>
        <ChoiceChip type="radio" name="choice" value="1" defaultChecked>
          Chosen
        </ChoiceChip>
        <ChoiceChip type="radio" name="choice" value="2">
          Not chosen
        </ChoiceChip>
        <ChoiceChip type="checkbox" name="choice_3" value="3" disabled>
          Disabled
        </ChoiceChip>
      </Cluster>
      <Cluster>
        <Chip>Tea</Chip>
        <Chip icon={<Icon name="check" size="small" />}>Shared</Chip>
      </Cluster>
      <Tabs
        label="Likes"
        tabs={[
          { href: '#choices', label: 'Received', current: true, badge: <Badge count={3} label="new" /> },
          { href: '#choices', label: 'Given', current: false }
        ]}
      />
    </>
  ],
  [
    'Errors and messages',
    <>
      <ErrorSummary
        title="Please check two fields."
        errors={[{ field: 'town', message: 'Town: please fill it in.' }, { message: 'Try again later.' }]}
      />
      {TONES.map((tone) => (
        <Banner
          key={tone}
          tone={tone}
          onClose={nothing}
          closeLabel={`Close ${tone}`}
          action={
            <LinkButton small variant="secondary" href="#errors-and-messages">
              Do it
            </LinkButton>
          }
        >
          A {tone} message in one line.
        </Banner>
      ))}
    </>
  ],
  [
    'Toasts',
    <div key="toasts" className="stage">
      <ToastRegion
        toasts={[
          { id: 'i', text: 'Saved for later.', tone: 'info' },
          { id: 's', text: 'Your photo is there.', tone: 'success' },
          { id: 'd', text: 'That didn’t work.', tone: 'danger', action: <Button small>Again</Button> }
        ]}
        onDismiss={nothing}
        closeLabel="Close"
      />
    </div>
  ],
  [
    'Counts and tags',
    <Cluster key="badges">
      <Badge count={3} label="unread messages" />
      <Badge count={140} label="unread messages" />
      <Badge count={0} label="credits" tone="warning" showZero />
      <Badge count={2} label="problems" tone="danger" />
      {TAGS.map((tone) => (
        <Tag key={tone} tone={tone}>
          {tone}
        </Tag>
      ))}
      <OnlineDot label="Online" />
    </Cluster>
  ],
  [
    'Members',
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
  ],
  [
    'Waiting',
    <>
      <Cluster>
        <Spinner label="Loading" />
        <Spinner size="large" />
        <StepProgress step={2} steps={5} />
      </Cluster>
      <Stack>
        <Skeleton width="short" />
        <Skeleton width="long" />
        <Skeleton shape="circle" />
        <Skeleton shape="block" />
      </Stack>
      <div className="stage" data-low="">
        <LoadingBar label="Loading the page" />
      </div>
    </>
  ],
  [
    'Cards and empty places',
    <>
      <SectionCard title="A section" lead="What it is for." aside={<Tag tone="success">Done</Tag>}>
        <p>Its content.</p>
      </SectionCard>
      <EmptyState art="letter" title="No messages yet" action={<LinkButton href="#cards-and-empty-places">Find someone</LinkButton>}>
        The first one is the hardest.
      </EmptyState>
    </>
  ],
  [
    'Menu',
    <div key="menu" className="stage">
      <Menu trigger="Account" label="Account">
        <MenuLink href="#menu" icon="user" current>
          My profile
        </MenuLink>
        <MenuButton icon="logout" onClick={nothing}>
          Log out
        </MenuButton>
        <MenuButton icon="trash" tone="danger" onClick={nothing}>
          Delete
        </MenuButton>
      </Menu>
    </div>
  ],
  [
    'Dialog',
    <div key="dialog" className="stage">
      <Dialog
        open
        title="Delete this photo?"
        closeLabel="Close"
        onClose={nothing}
        actions={
          <>
            <Button variant="danger">Delete</Button>
            <Button variant="quiet">Keep it</Button>
          </>
        }
      >
        <p>It can’t be brought back.</p>
      </Dialog>
    </div>
  ],
  [
    'Drawings',
    <>
      <Cluster>
        {ART_NAMES.map((name) => (
          <Art key={name} name={name} />
        ))}
      </Cluster>
      <VisuallyHidden>Only for screen readers</VisuallyHidden>
    </>
  ],
  [
    'Icons',
    <ul key="icons" className="icons">
      {ICON_NAMES.map((name) => (
        <li key={name}>
          <Icon name={name} size="large" />
          {name}
        </li>
      ))}
    </ul>
  ]
]

/** The brand's own scene, then all of them in its colours. */
function Scenes({ settings }: TenantRecord) {
  const address = (name: (typeof SCENES)[number], scheme: Scheme) =>
    `data:image/svg+xml,${encodeURIComponent(paintScene(sceneFile(name), settings.theme, scheme))}`
  return (
    <ul className="scenes">
      <li>
        <Scene scene={{ light: brandScenePath(settings, 'light'), dark: brandScenePath(settings, 'dark') }} />
        Of this brand
      </li>
      {SCENES.map((name) => (
        <li key={name}>
          <Scene scene={{ light: address(name, 'light'), dark: address(name, 'dark') }} />
          {name}
        </li>
      ))}
    </ul>
  )
}

/** The brand's own mark, then all of them. */
function Marks({ settings }: TenantRecord) {
  return (
    <ul className="icons">
      {[
        ['of this brand', markOf(settings)] as const,
        ...Object.entries(MARKS).map(([name, shapes]) => [name, { viewBox: MARK_VIEW, shapes }] as const)
      ].map(([name, { viewBox, shapes }]) => (
        <li key={name}>
          <svg viewBox={viewBox} width="48" height="48" aria-hidden="true">
            {shapes.map(([path, colour]) => (
              <path key={path} fill={`var(--${colour})`} d={path} />
            ))}
          </svg>
          {name}
        </li>
      ))}
    </ul>
  )
}

const idOf = (name: string) => name.toLowerCase().replaceAll(' ', '-')

const LOOK = `
.gallery{display:grid;gap:3rem;max-inline-size:64rem;margin-inline:auto;padding:1rem}
.gallery>section{display:grid;gap:1rem;min-inline-size:0}
.stage{position:relative;min-block-size:20rem;transform:translate(0);overflow:hidden;border:1px dashed currentColor;border-radius:1rem;padding:1rem}
.stage[data-low]{min-block-size:4rem}
.stage [role=status][popover]{display:grid}
.scenes{display:grid;grid-template-columns:repeat(auto-fill,minmax(min(100%,18rem),1fr));gap:1rem;padding:0;list-style:none}
.scenes picture{border-radius:1rem;aspect-ratio:6/5}
.icons{display:grid;grid-template-columns:repeat(auto-fill,minmax(7rem,1fr));gap:1rem;padding:0;list-style:none;font-size:.8125rem}
.icons li{display:grid;justify-items:center;gap:.25rem}
`

/** Every part of client/ui with its states, in a brand's colours; light or dark as the browser prefers. */
export async function uiGallery(record: TenantRecord, assets: EdgeDeps['assets']): Promise<Response> {
  const { themeCss } = await brandOf(record, false)
  const style = themeCss + LOOK
  const digest = new Uint8Array(await crypto.subtle.digest('SHA-256', new TextEncoder().encode(style)))
  const content = renderToStaticMarkup(
    <main className="gallery">
      <h1>Parts of the pages</h1>
      {[...PARTS, ['Scenes', <Scenes key="scenes" {...record} />] as const, ['Marks', <Marks key="marks" {...record} />] as const].map(
        ([name, shown]) => (
          <section key={name} aria-labelledby={idOf(name)}>
            <h2 id={idOf(name)}>{name}</h2>
            {shown}
          </section>
        )
      )}
    </main>
  )
  const sheets = assets.css.map((href) => `<link rel="stylesheet" href="${href}">`).join('')
  const html = `<!doctype html><html lang="en" data-tenant="${escapeHtml(record.settings.id)}"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1"><meta name="color-scheme" content="light dark"><title>Parts of the pages</title><link rel="icon" href="/icon.svg"><style>${style}</style>${sheets}</head><body>${content.replaceAll('<details ', '<details open ')}</body></html>`
  const policy = `default-src 'none'; style-src 'self' 'sha256-${btoa(String.fromCharCode(...digest))}'; img-src 'self' data:; font-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'`
  return new Response(html, {
    headers: { ...API_HEADERS, 'content-security-policy': policy, 'content-type': 'text/html; charset=utf-8', 'cache-control': 'no-store' }
  })
}
