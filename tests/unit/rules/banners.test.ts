import { expect, test } from 'vitest'
import { memberBanners } from '../../../shared/rules/banners.ts'
import { routeOf } from '../../../shared/routes/match.ts'
import { ROUTES } from '../../../shared/routes/table.ts'

type Member = Parameters<typeof memberBanners>[0]
type Push = Parameters<typeof memberBanners>[1]

const NO_PUSH: Push = { capability: false, subscription: 'unknown' }
const OFFERED: Push = { capability: true, subscription: false }

const CALM: Member = { status: 'confirmed', notifications_disabled: [], profile: { status: 'active', main_image: {} } }
const UNCONFIRMED: Member = { status: 'not_confirmed', notifications_disabled: [], profile: { status: 'disabled', main_image: {} } }
const BOUNCED: Member = { ...CALM, notifications_disabled: ['bounce'] }
const WITHOUT_PHOTO: Member = { ...CALM, profile: { status: 'active', main_image: null } }

/** Routes on which a banner of this member does not show. */
const missingOn = (name: string, member: Member, push: Push = NO_PUSH) =>
  ROUTES.filter((route) => !memberBanners(member, push, route.withoutBanners).some((shown) => shown === name))
    .map(({ key }) => key)
    .sort()

const MEMBERS = routeOf('members')!.withoutBanners

test('a member who is confirmed, gets mails and has a photo sees none', () => {
  expect(memberBanners(CALM, NO_PUSH, MEMBERS)).toEqual([])
})

test('the activation reminder requires all of its conditions at once [BAN-1]', () => {
  expect(memberBanners(UNCONFIRMED, NO_PUSH, MEMBERS)).toEqual(['activation'])
  for (const change of [
    { status: 'confirmed' },
    { notifications_disabled: ['unsubscribe'] },
    { profile: { status: 'active', main_image: {} } },
    { profile: null }
  ] satisfies Partial<Member>[])
    expect(memberBanners({ ...UNCONFIRMED, ...change }, NO_PUSH, MEMBERS)).not.toContain('activation')
})

test('the activation reminder is not on signup, settings or notifications [BAN-2]', () => {
  expect(missingOn('activation', UNCONFIRMED)).toEqual(['notifications', 'settings', 'signup'])
})

test('the photo alert shows without a main image, not without a profile [BAN-5]', () => {
  expect(memberBanners(WITHOUT_PHOTO, NO_PUSH, MEMBERS)).toEqual(['photo'])
  expect(memberBanners({ ...CALM, profile: null }, NO_PUSH, MEMBERS)).toEqual([])
})

test('the photo alert is not on seven routes [BAN-7]', () => {
  expect(missingOn('photo', WITHOUT_PHOTO)).toEqual([
    'activate-done',
    'directdebit',
    'notifications',
    'premium',
    'profile',
    'settings',
    'signup'
  ])
})

test('the disabled notifications show while there is a reason [BAN-10]', () => {
  expect(memberBanners(BOUNCED, NO_PUSH, MEMBERS)).toEqual(['notifications'])
})

test('the disabled notifications are not on settings or notifications [BAN-11]', () => {
  expect(missingOn('notifications', BOUNCED)).toEqual(['notifications', 'settings'])
})

test('the push alert shows where push is available but off, never after the browser refused [BAN-8] [OTH-4]', () => {
  expect(memberBanners(CALM, OFFERED, MEMBERS)).toEqual(['push'])
  for (const push of [
    NO_PUSH,
    { capability: false, subscription: false },
    { capability: true, subscription: 'unknown' },
    { capability: true, subscription: 'denied' },
    { capability: true, subscription: { endpoint: 'https://push.example/1' } }
  ])
    expect(memberBanners(CALM, push, MEMBERS)).toEqual([])
})

test('the push alert is not on five routes, nor on the settings that serve one of them too [BAN-9]', () => {
  expect(missingOn('push', CALM, OFFERED)).toEqual(['activate-done', 'directdebit', 'notifications', 'premium', 'settings', 'signup'])
})

test('all that apply show, activation before the photo, disabled notifications before it too', () => {
  const profile: Member['profile'] = { status: 'disabled', main_image: null }
  expect(memberBanners({ ...UNCONFIRMED, profile }, NO_PUSH, MEMBERS)).toEqual(['activation', 'photo'])
  expect(memberBanners({ ...WITHOUT_PHOTO, notifications_disabled: ['bounce'] }, OFFERED, MEMBERS)).toEqual([
    'notifications',
    'photo',
    'push'
  ])
})
