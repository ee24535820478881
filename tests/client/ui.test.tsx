import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { ReactElement } from 'react'
import { renderToString } from 'react-dom/server'
import { expect, test, vi } from 'vitest'
import { Avatar } from '../../client/ui/avatar.tsx'
import { badgeText } from '../../shared/rules/badges.ts'
import { Badge, Tag } from '../../client/ui/badge.tsx'
import { Banner } from '../../client/ui/banner.tsx'
import { Button, IconButton, IconLink, LinkButton } from '../../client/ui/button.tsx'
import { CheckboxField } from '../../client/ui/checkbox-field.tsx'
import { Chip, ChoiceChip } from '../../client/ui/chip.tsx'
import { DateOfBirthField } from '../../client/ui/date-of-birth-field.tsx'
import { Dialog } from '../../client/ui/dialog.tsx'
import { EmptyState } from '../../client/ui/empty-state.tsx'
import { ErrorSummary } from '../../client/ui/error-summary.tsx'
import { Icon } from '../../client/ui/icon.tsx'
import { CardGrid, Cluster, Stack } from '../../client/ui/layout.tsx'
import { LoadingBar } from '../../client/ui/loading-bar.tsx'
import { MemberCard, MemberCardSkeleton, MemberCardSkeletons } from '../../client/ui/member-card.tsx'
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

const CLIENT = join(import.meta.dirname, '../../client')
const nothing = () => {}

const dateOfBirth = (locale: string) => (
  <DateOfBirthField
    label="Born"
    error="Missing"
    help="Never shown"
    locale={locale}
    name="date_of_birth"
    labels={{ day: 'Day', month: 'Month', year: 'Year' }}
    defaultValue={{ day: '29', month: '2', year: '1996' }}
  />
)

const parts: Record<string, ReactElement> = {
  Avatar: <Avatar src="/a.webp" alt="" online="Online" />,
  'Avatar without a picture': <Avatar alt="Ada" size="huge" />,
  Badge: <Badge count={3} label="unread messages" />,
  Tag: <Tag tone="picture">New</Tag>,
  Banner: (
    <Banner tone="warning" action={<Button>Add</Button>} onClose={nothing} closeLabel="Close">
      Add a photo.
    </Banner>
  ),
  Button: (
    <Button icon="send" busy busyLabel="Sending">
      Send
    </Button>
  ),
  LinkButton: <LinkButton href="/credits">Credits</LinkButton>,
  IconButton: <IconButton icon="heart" label="Like" aria-pressed={false} />,
  IconLink: <IconLink icon="message" label="Messages" href="/chats" />,
  CheckboxField: <CheckboxField label="I agree" help="Read it first" error="Please agree" name="terms" />,
  Chip: <Chip icon="pin">Berlin</Chip>,
  SwitchField: <SwitchField label="Show me to visitors" help="Off: only members" name="shown" />,
  ChoiceChip: (
    <ChoiceChip name="interest" value="art">
      Art
    </ChoiceChip>
  ),
  DateOfBirthField: dateOfBirth('en'),
  Dialog: (
    <Dialog open={false} title="Block?" closeLabel="Close" actions={<Button>Block</Button>}>
      Text
    </Dialog>
  ),
  'Dialog open at first': (
    <Dialog open title="Welcome" titleHidden closeLabel="Close">
      Text
    </Dialog>
  ),
  EmptyState: (
    <EmptyState art="letter" title="No messages yet" action={<LinkButton href="/members">Search</LinkButton>}>
      They will be here.
    </EmptyState>
  ),
  ErrorSummary: <ErrorSummary title="Look here" errors={[{ field: 'mail', message: 'Missing' }, { message: 'Try again' }]} />,
  Icon: <Icon name="bell" label="News" />,
  CardGrid: (
    <CardGrid>
      <li>1</li>
    </CardGrid>
  ),
  Cluster: <Cluster gap={2}>1</Cluster>,
  StepProgress: <StepProgress step={2} steps={5} />,
  Stack: (
    <Stack as="form" gap={3}>
      1
    </Stack>
  ),
  LoadingBar: <LoadingBar label="Loading" />,
  MemberCard: (
    <MemberCard
      href="/members/x"
      name="Ada"
      age={36}
      place="Kent"
      src="/a.webp"
      online="Online"
      locked="Locked"
      tag={<Tag>New</Tag>}
      action={<IconButton icon="heart" label="Like" />}
    />
  ),
  MemberCardSkeleton: <MemberCardSkeleton />,
  MemberCardSkeletons: <MemberCardSkeletons count={2} />,
  Menu: (
    <Menu trigger={<Icon name="more" />} label="More">
      <MenuLink href="/settings" icon="settings" current>
        Settings
      </MenuLink>
      <MenuButton icon="flag" tone="danger">
        Report
      </MenuButton>
    </Menu>
  ),
  PasswordField: <PasswordField label="Password" autoComplete="new-password" showLabel="Show" hideLabel="Hide" error="Too short" />,
  RangePair: (
    <RangePair
      label="Age"
      from={{ name: 'min', label: 'From', defaultValue: 25 }}
      to={{ name: 'max', label: 'To', defaultValue: 45 }}
      min={18}
      max={99}
    />
  ),
  SelectField: <SelectField label="Region" placeholder="Any" options={[{ value: 1, label: 'Kent' }]} help="Only the region" />,
  Scene: <Scene scene={{ light: '/brand/1/scene.svg', dark: '/brand/1/scene-dark.svg' }} />,
  SectionCard: (
    <SectionCard title="Photos" lead="The first is the main one." aside={<Spinner />}>
      <p>None yet</p>
    </SectionCard>
  ),
  Skeleton: <Skeleton shape="line" width="half" />,
  Spinner: <Spinner />,
  Tabs: (
    <Tabs
      label="Lists"
      tabs={[
        { href: '/likes/received', label: 'Received', current: true, badge: <Badge count={1} label="new likes" /> },
        { href: '/likes/sent', label: 'Sent', current: false }
      ]}
    />
  ),
  TextAreaField: <TextAreaField label="About" defaultValue="Hello" optional="(optional)" />,
  TextField: <TextField label="E-mail" id="mail" type="email" icon="mail" help="Never shown" error="Missing" />,
  ToastRegion: <ToastRegion toasts={[{ id: '1', text: 'Saved', tone: 'success' }]} onDismiss={nothing} closeLabel="Close" />,
  VisuallyHidden: <VisuallyHidden>Words</VisuallyHidden>
}

const values = (html: string, attribute: string) =>
  [...html.matchAll(new RegExp(`\\s${attribute}="([^"]*)"`, 'g'))].flatMap(([, value = '']) => value.split(' '))

test.each(Object.entries(parts))('%s renders on a server without a style attribute, a warning or a loose reference', (_, part) => {
  const complaints = [vi.spyOn(console, 'error'), vi.spyOn(console, 'warn')]
  const html = renderToString(part)

  for (const complaint of complaints) expect(complaint).not.toHaveBeenCalled()
  expect(html).not.toMatch(/\sstyle=/)
  const ids = values(html, 'id')
  expect(new Set(ids).size).toBe(ids.length)
  for (const attribute of ['for', 'aria-labelledby', 'aria-describedby', 'aria-controls']) {
    for (const id of values(html, attribute)) expect(ids).toContain(id)
  }
  for (const [control, id] of html.matchAll(/<(?:input|select|textarea)\b(?![^>]*type="radio" class="[^"]*radio)[^>]*?\sid="([^"]*)"/g)) {
    expect(html, control).toContain(`for="${id}"`)
  }
})

test('every part is tested', () => {
  const files = globSync('*.tsx', { cwd: join(CLIENT, 'ui') }).flatMap((file) =>
    [...readFileSync(join(CLIENT, 'ui', file), 'utf8').matchAll(/^export function ([A-Z]\w+)/gm)].map(([, name]) => name)
  )
  const source = readFileSync(import.meta.filename, 'utf8')
  // Field, FieldGroup, FieldError, Select, Art and OnlineDot are inside the others.
  const inside = ['Field', 'FieldGroup', 'FieldError', 'Select', 'Art', 'OnlineDot']
  expect(files.length).toBeGreaterThan(30)
  expect(files.filter((name) => name && !inside.includes(name) && !source.includes(`<${name}`))).toEqual([])
})

test.each([
  [1, '1'],
  [99, '99'],
  [100, '99+'],
  [12_345, '99+']
])('[NAV-6] [NAV-8] [CON-16] a badge for %i shows %s', (count, text) => {
  expect(badgeText(count)).toBe(text)
  expect(renderToString(<Badge count={count} label="unread messages" />)).toContain(`<span>${text}</span>`)
})

test('[NAV-5] a badge is absent at zero, unless zero is the news, and always has text besides its colour', () => {
  expect(renderToString(<Badge count={0} label="unread messages" />)).toBe('')
  const empty = renderToString(<Badge count={0} showZero tone="danger" label="credits left" />)
  expect(empty).toContain('>0<')
  expect(empty).toContain('credits left')
  expect(empty).toContain('data-tone="danger"')
})

test('a field says its error: invalid, described by help and error, icon and words', () => {
  const html = renderToString(<TextField id="mail" label="E-mail" help="Never shown" error="Enter your e-mail address." />)
  expect(html).toContain('<label for="mail"')
  expect(html).toContain('aria-describedby="mail-help mail-error"')
  expect(html).toContain('aria-invalid="true"')
  expect(html).toMatch(/id="mail-error"[^>]*><svg[^]*Enter your e-mail address\./)

  const sound = renderToString(<TextField id="mail" label="E-mail" />)
  expect(sound).not.toContain('aria-invalid')
  expect(sound).not.toContain('aria-describedby')
})

test.each([
  ['en-US', 'month day year'],
  ['en-GB', 'day month year'],
  ['fi', 'day month year'],
  ['sv', 'year month day']
])('the date of birth is asked in the order of %s: %s', (locale, order) => {
  const html = renderToString(dateOfBirth(locale))
  expect(values(html, 'name')).toEqual(order.split(' ').map((part) => `date_of_birth.${part}`))
  expect(html).toContain('value="1996"')
})

test('a busy button stays focusable, is announced and does not submit by default', () => {
  const html = renderToString(
    <Button busy busyLabel="Sending">
      Send
    </Button>
  )
  expect(html).toContain('type="button"')
  expect(html).toContain('aria-busy="true"')
  expect(html).toContain('aria-disabled="true"')
  expect(html).not.toMatch(/\sdisabled=/)
  expect(html).toContain('Send')
  expect(html).toContain('Sending')
})

test('[LAY-2] a dialog with something in progress can’t be closed', () => {
  const dialog = (closable: boolean) =>
    renderToString(
      <Dialog open closable={closable} title="Creating your account" closeLabel="Close">
        Wait
      </Dialog>
    )
  expect(dialog(false)).toContain('closedby="none"')
  expect(dialog(false)).not.toContain('Close')
  expect(dialog(true)).toMatch(/<form[^>]* method="dialog"/)
})

test('a menu opens without a script', () => {
  expect(renderToString(parts.Menu)).toMatch(/^<details[^>]*><summary[^]*<\/summary><ul[^]*<a [^]*href="\/settings"[^]*<\/ul><\/details>$/)
})
