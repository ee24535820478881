import { apiQuery, type ApiQuery } from '../api/api-query.ts'
import type { Contract } from '../api/contract.ts'
import type { EndpointOutput } from '../api/endpoint.ts'
import { signupLeft } from '../rules/signup-left.ts'
import { creditsQuery } from './credits-query.ts'
import { firstLikes } from './first-likes.ts'
import { insteadOfToken } from './instead-of-token.ts'
import type { Route } from './route.ts'
import { transactionsQuery } from './transactions-query.ts'
import { PAYMENT_METHODS } from '../tenants/selling.ts'
import { choosesSearch, firstOfDocument, regionsChosenOf, searchPages, searchQuery } from './search-query.ts'

/** Public ids: 22 url-safe characters (128 random bits). */
const ID = { id: /^[A-Za-z0-9_-]{22}$/ }
/** Free marketing text of a campaign. */
const SLUG = { slug: /^[a-z0-9-]{1,64}$/ }

type Facts = Partial<Omit<Route, 'key' | 'pattern'>>

function page(key: string, pattern: string, facts: Facts = {}): Route {
  const access = facts.access ?? 'everyone'
  return {
    key,
    pattern,
    params: {},
    layout: 'default',
    access,
    sold: false,
    afterSelling: false,
    whileClosed: false,
    membersArea: false,
    place: null,
    backButton: false,
    withoutBanners: [],
    title: () => `${key}.title`,
    texts: [],
    queries: () => [],
    flags: [],
    form: null,
    hydrate: 'interaction',
    indexing: 'noindex',
    cache: access === 'member' ? 'none' : 'shell',
    waits: 'nobody',
    goesOn: null,
    replacedBy: null,
    isMissing: null,
    memberQuery: null,
    forMembers: null,
    secretAddress: false,
    ...facts
  }
}

const member = (key: string, pattern: string, facts: Facts = {}) => page(key, pattern, { access: 'member', ...facts })
const legal = (name: string, texts: string[] = []) =>
  page(`pages-${name}`, `/pages/${name}`, { hydrate: 'none', indexing: 'index', texts, whileClosed: true })
/** Does the member's list of orders say that there is none to repeat? */
function lacksPaidOrder(answers: readonly (readonly [ApiQuery, unknown])[]): boolean {
  const listed = answers.find(([query]) => query.endpoint === 'listTransactions')?.[1] as
    EndpointOutput<Contract['listTransactions']> | undefined
  return listed?.last_completed === null
}

const isFictional = (answer: unknown) => (answer as EndpointOutput<Contract['getMember']> | null)?.member?.fictional === true

/** A page about a member that leads visitors to the sign-up. Profiles made by the company aren't used for advertising. */
const ADVERTISING: Facts = {
  params: ID,
  layout: 'lander',
  queries: ({ id }) => [apiQuery('getMember', { id: id! })],
  cache: 'none',
  waits: 'visitors',
  forMembers: 'members-id',
  isMissing: (answers) => answers.some(([query, answer]) => query.endpoint === 'getMember' && isFictional(answer))
}

/** A visitor's way in through the profile of a member who chose to be shown to visitors. */
const landing = (name: string, slug: boolean, texts: string[] = []) =>
  page(`members-id-${name}`, `/members/{id}/${name}${slug ? '/{slug?}' : ''}`, {
    ...ADVERTISING,
    params: slug ? { ...ID, ...SLUG } : ID,
    texts: ['home', 'landing', 'signup', ...texts],
    hydrate: 'none'
  })

const LANDER: Facts = { layout: 'lander', texts: ['home', 'landers', 'signup'], hydrate: 'none', indexing: 'index' }
const lander = (name: string, texts: string[] = []) =>
  page(`landers-${name}`, `/landers/${name}/{slug?}`, { ...LANDER, texts: [...LANDER.texts!, ...texts], params: SLUG })

/** A bundle's id, as the settings of brands allow it, and the ways to pay. */
const BUNDLE = { id: /^[a-z0-9][a-z0-9-]{0,31}$/, paymentmethod: new RegExp(`^(${PAYMENT_METHODS.join('|')})$`) }

/** A page about buying: on brands that sell, with the choice of the payment country as a plain form. */
const shop = (key: string): Facts => ({
  sold: true,
  texts: ['shop'],
  queries: (_params, search) => [apiQuery('getCredits', creditsQuery(search))],
  form: { endpoint: 'updateUser', done: `/${key}` }
})

/** A page of the shop that ends with an order. */
const ordering = (key: string): Facts => ({
  ...shop(key),
  texts: ['discounts', 'saved-methods', 'shop'],
  place: 'credits',
  title: () => 'checkout.title',
  form: { endpoint: 'updateUser', done: `/${key}`, also: [{ endpoint: 'createPayment', done: '/transactions' }] }
})

const settings: Facts = {
  texts: ['account', 'delete-account', 'export'],
  whileClosed: true,
  queries: () => [apiQuery('getNotifications'), apiQuery('getProfile')],
  withoutBanners: ['activation', 'notifications', 'photo', 'push'],
  form: { endpoint: 'updateUser', done: '/settings', also: [{ endpoint: 'startExport', done: '/settings' }] }
}

/** Every page, in matching order: literal paths come before the ones with parameters. */
export const ROUTES: readonly Route[] = [
  page('index', '/', {
    texts: ['chat', 'home', 'likes'],
    // Visitors see no members here.
    queries: (_params, _search, _room, visited) => (visited ? [] : [apiQuery('getHome')]),
    indexing: 'index'
  }),
  page('login', '/login', {
    whileClosed: true,
    access: 'visitor',
    texts: ['entrance'],
    flags: ['reset', 'unlocked', 'back', 'ended'],
    form: { endpoint: 'login', done: '/members' }
  }),
  page('signup', '/signup', {
    access: 'visitor',
    layout: 'empty',
    withoutBanners: ['activation', 'photo', 'push'],
    texts: ['signup'],
    flags: ['sent'],
    form: { endpoint: 'signUp', done: '/signup?sent=1' },
    indexing: 'index'
  }),
  member('signup-matches', '/signup-matches', { texts: ['search'], queries: () => [apiQuery('getSignupMatches')] }),
  member('complete-signup', '/complete-signup', {
    layout: 'empty',
    texts: ['completion', 'interests', 'member', 'photos'],
    queries: () => [apiQuery('listInterests'), apiQuery('listPhotos')],
    // The page itself knows what is left then, such as a proof of age.
    form: { endpoint: 'completeSignup', done: '/complete-signup' },
    goesOn: (user, tenant, search) => (signupLeft(user, tenant) || search.has('age_reference') ? null : 'signup-matches')
  }),
  page('account-deleted', '/account-deleted', { access: 'visitor', whileClosed: true, texts: ['entrance'], flags: ['done'] }),
  page('activate-done', '/activate/done', { withoutBanners: ['photo', 'push'], texts: ['entrance'], cache: 'none' }),
  page('activate-error', '/activate/error', { texts: ['entrance'] }),
  page('reset-password', '/reset-password', {
    whileClosed: true,
    texts: ['entrance'],
    flags: ['sent'],
    form: { endpoint: 'requestPasswordReset', done: '/reset-password?sent=1' }
  }),
  page('reset-password-do', '/reset-password/do', {
    whileClosed: true,
    texts: ['entrance'],
    queries: (_, search) => (search.get('token') ? [{ ...apiQuery('getToken', { token: search.get('token')! }), optional: true }] : []),
    form: { endpoint: 'resetPassword', done: '/login?reset=1' },
    cache: 'none',
    secretAddress: true
  }),
  page('mail-change-do', '/mail-change/do', { whileClosed: true, texts: ['entrance'] }),
  member('chats', '/chats', { membersArea: true, place: 'chats', texts: ['chat', 'chat-list'], queries: () => [apiQuery('listChats')] }),
  member('chats-id', '/chats/{id}', {
    params: ID,
    layout: 'chat',
    texts: ['chat'],
    queries: ({ id }) => [apiQuery('listChats'), apiQuery('getChat', { conversation: id! })]
  }),
  member('likes', '/likes', { membersArea: true, place: 'likes', texts: ['likes'], queries: () => [apiQuery('listLikes')] }),
  member('likes-type', '/likes/{type}', {
    params: { type: /^(received|given|matches)$/ },
    place: 'likes',
    backButton: true,
    title: ({ type }) => (type === 'given' ? 'likes-given.title' : type === 'matches' ? 'likes-matches.title' : 'likes.title'),
    texts: ['likes'],
    queries: ({ type }) => [firstLikes(type!)]
  }),
  member('likes-m-id', '/likes/m/{id}', {
    params: ID,
    membersArea: true,
    place: 'likes',
    backButton: true,
    texts: ['interests', 'likes'],
    queries: ({ id }) => [apiQuery('getLike', { id: id! })]
  }),
  member('visitors', '/visitors', { place: 'likes', texts: ['likes'], queries: () => [apiQuery('listVisits')] }),
  page('members', '/members', {
    membersArea: true,
    place: 'members',
    texts: ['interests', 'search'],
    queries(_, search, room, visited) {
      const country = visited && regionsChosenOf(search.get('country'), visited)
      const regions = country ? [apiQuery('listRegions', { country })] : []
      const last = searchPages(search)
      // A member's application fetches further ones.
      const first = visited ? firstOfDocument(last) : 1
      const pages = Math.min(last - first + 1, room - regions.length)
      return [...Array.from({ length: pages }, (_page, index) => apiQuery('searchMembers', searchQuery(search, first + index))), ...regions]
    },
    hydrate: 'press',
    cache: 'none',
    memberQuery: { missing: (search) => !choosesSearch(search), of: (user) => user.search }
  }),
  page('members-id', '/members/{id}', {
    params: ID,
    membersArea: true,
    place: 'members',
    backButton: true,
    texts: ['catalogue', 'gifts', 'interests', 'member', 'values'],
    queries: ({ id }) => [apiQuery('getMember', { id: id! })],
    hydrate: 'press',
    cache: 'none',
    // Search engines need the right status of a visitor's page.
    waits: 'visitors'
  }),
  member('members-id-chat', '/members/{id}/chat', {
    params: ID,
    layout: 'chat',
    texts: ['chat'],
    queries: ({ id }) => [apiQuery('listChats'), apiQuery('getChat', { member: id! })]
  }),
  page('members-id-signup', '/members/{id}/signup', {
    ...ADVERTISING,
    texts: ['signup'],
    form: { endpoint: 'signUp', done: '/signup?sent=1' }
  }),
  landing('landing', false, ['member']),
  landing('landing2', true),
  landing('landing3', true, ['interests']),
  member('premium', '/premium', { ...shop('premium'), membersArea: true, place: 'premium', form: null, withoutBanners: ['photo', 'push'] }),
  member('credits', '/credits', { ...shop('credits'), texts: ['discounts', 'shop'], place: 'credits', backButton: true }),
  member('credits-repeat-order', '/credits/repeat-order', {
    ...ordering('credits/repeat-order'),
    queries: (_params, search) => [apiQuery('getCredits', creditsQuery(search)), apiQuery('listTransactions')],
    waits: 'everyone',
    replacedBy: (_params, answers) => (answers && lacksPaidOrder(answers) ? 'credits' : null)
  }),
  member('credits-id-paymentmethod', '/credits/{id}/{paymentmethod?}', {
    ...ordering('credits'),
    params: BUNDLE,
    backButton: true
  }),
  // Mandates stay too: they can be revoked.
  member('directdebit', '/directdebit', {
    whileClosed: true,
    place: 'credits',
    texts: ['directdebit'],
    queries: () => [apiQuery('getDirectDebit')],
    withoutBanners: ['photo', 'push']
  }),
  // Receipts stay when a brand stops selling.
  member('transactions-id', '/transactions/{id?}', {
    whileClosed: true,
    params: ID,
    place: 'credits',
    title: ({ id }) => (id ? 'transactions-id.title' : 'transactions.title'),
    texts: ['shop', 'withdrawals'],
    queries: ({ id }, search) => [
      id === undefined ? apiQuery('listTransactions', transactionsQuery(search.get('page'))) : apiQuery('getPayment', { id })
    ]
  }),
  page('pricing', '/pricing', { ...shop('pricing'), hydrate: 'none', indexing: 'index', cache: 'none' }),
  member('match-finder', '/match-finder', {
    texts: ['finder', 'interests', 'values'],
    queries: () => [apiQuery('findMatches'), apiQuery('listInterests')],
    form: { endpoint: 'answerMatchFinder', done: '/match-finder' }
  }),
  member('swipe-game', '/swipe-game', { texts: ['interests', 'swipe'], queries: () => [apiQuery('getSwipeDeck')] }),
  member('profile', '/profile', {
    withoutBanners: ['photo'],
    texts: ['edit', 'interests', 'member', 'values'],
    queries: () => [apiQuery('getProfile'), apiQuery('listInterests'), apiQuery('listPhotos')]
  }),
  member('notifications', '/notifications', settings),
  member('settings', '/settings', settings),
  page('lang-config', '/lang-config', {
    whileClosed: true,
    texts: ['account'],
    form: { endpoint: 'updateUser', done: '/lang-config' },
    hydrate: 'none'
  }),
  page('complaints', '/complaints', {
    whileClosed: true,
    texts: ['complaint'],
    flags: ['sent'],
    form: { endpoint: 'fileComplaint', done: '/complaints?sent=1' },
    hydrate: 'none'
  }),
  {
    ...legal('ban', ['ban', 'report']),
    queries: () => [
      { ...apiQuery('getStanding'), optional: true },
      { ...apiQuery('listWithdrawable'), optional: true }
    ],
    flags: ['sent', 'withdrawn'],
    form: {
      endpoint: 'appeal',
      done: '/pages/ban?sent=1',
      also: [
        { endpoint: 'deleteAccount', done: '/account-deleted?done=1' },
        { endpoint: 'startExport', done: '/pages/ban' },
        { endpoint: 'withdraw', done: '/pages/ban?withdrawn=1' }
      ]
    },
    // Its text for a suspended or banned member is only for them.
    cache: 'none'
  },
  legal('cookies'),
  // It explains what a closed brand no longer does.
  { ...legal('faq', ['home']), whileClosed: false },
  legal('privacy'),
  // Orders can still be withdrawn from when a brand stops selling.
  { ...legal('return-policy'), sold: true, afterSelling: true },
  legal('service'),
  legal('terms'),
  {
    ...legal('transparency'),
    pattern: '/transparency',
    queries: () => [{ ...apiQuery('getTransparency'), optional: true }],
    cache: 'none'
  },
  lander('alonetonight'),
  lander('collagelanding'),
  lander('gallery'),
  lander('iconslanding', ['interests']),
  lander('maplanding'),
  lander('socialnetwork'),
  lander('transitionsvideolanding'),
  lander('video'),
  page('landers-tinderswipe', '/landers/tinderswipe', LANDER),
  page('token', '/{token}', {
    whileClosed: true,
    // Any word may be a link's token.
    params: { token: /^(?:activate-[A-Za-z0-9_-]*|[A-Za-z0-9_-]{32,})$/ },
    replacedBy: ({ token }, answers) => insteadOfToken(token!, answers),
    texts: ['entrance'],
    queries: ({ token }) => [apiQuery('getToken', { token: token! })],
    form: { endpoint: 'useToken' },
    cache: 'none',
    waits: 'everyone',
    secretAddress: true
  })
]
