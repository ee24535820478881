import type { EndpointName } from '../../shared/api/contract.ts'
import { A_PICTURE } from '../fixtures/pictures.ts'
import { aBrowser } from '../fixtures/push-service.ts'
import { aComplaint, aSignUp, anAgeAnswer } from '../fixtures/inputs.ts'
import { PASSWORD, type TestMember } from '../fixtures/origin.ts'

const NEW_PASSWORD = 'a quiet harbour at night'

/** Every kind of caller. */
export const CALLERS = [
  'guest',
  'member',
  'premium',
  'other pool',
  'blocked',
  'unconfirmed',
  'banned',
  'restricted',
  'deleted',
  'expired session',
  'missing header',
  'wrong input'
] as const
export type CallerKind = (typeof CALLERS)[number]

export interface Fixture {
  /** The member the call is about; for 'other pool' of another pool, for 'blocked' one that blocks the caller. */
  target: TestMember
  caller: TestMember | null
  /** A conversation of caller and target, or a made-up id if they can't have one. */
  conversation: string
  activationToken: string
  /** A photo of the caller, or a made-up id if they can't have one. */
  photo: string
  /** An order of the caller, or a made-up id if they can't have one. */
  order: string
  resetToken: string
  mailChangeToken: string
}

interface Row {
  input(fixture: Fixture): { query?: Record<string, string>; body?: unknown }
  /** The call names the target: invisible to another pool and to the blocked. */
  aboutTarget: boolean
  /** The call names the conversation: it belongs only to caller and target, and a blocked caller may still read it. */
  aboutConversation?: boolean
  /** Input that the endpoint rejects; default: an unknown query field. */
  wrong?: { query?: Record<string, string>; body?: unknown }
  /** Statuses that differ from the rule. */
  but?: Partial<Record<CallerKind, number>>
}

const nothing = () => ({})
const empty = () => ({ body: {} })
const target = ({ target }: Fixture) => ({ body: { id: target.id } })
const SOME_ANSWERS = { genders: ['woman'], min_age: 25, max_age: 45, country: null, region: null, interests: ['tea'], reasons: ['dating'] }
const badId = { body: { id: '../1' } }

const ALL_GET_404 = Object.fromEntries(CALLERS.filter((kind) => kind !== 'wrong input').map((kind) => [kind, 404])) as Row['but']
const NO_PROVIDER: Row['but'] = { member: 503, premium: 503, 'other pool': 503, blocked: 503, unconfirmed: 503 }

/** One row per endpoint; a new endpoint without a row doesn't compile and fails the suite. */
export const ROWS: Record<EndpointName, Row> = {
  getUser: { input: nothing, aboutTarget: false },
  getHome: { input: nothing, aboutTarget: false },
  login: {
    input: ({ target }) => ({ body: { credentials: { login: target.row.email, password: PASSWORD } } }),
    aboutTarget: false,
    wrong: { body: { credentials: { login: 7 } } },
    but: { 'other pool': 422 }
  },
  updateUser: { input: () => ({ body: { language: 'de' } }), aboutTarget: false, wrong: { body: { language: 'xx', credits: 1000 } } },
  getLimits: { input: nothing, aboutTarget: false },
  setLimits: { input: () => ({ body: { pause: 'day' } }), aboutTarget: false, wrong: { body: { pause: 'year' } } },
  unlockPhoto: { input: ({ photo }) => ({ body: { photo, credits: 1 } }), aboutTarget: false, wrong: { body: { photo: '../1' } } },
  listWithdrawable: { input: nothing, aboutTarget: false },
  withdraw: {
    input: () => ({ body: { payment_id: 'x'.repeat(22) } }),
    aboutTarget: false,
    wrong: { body: { payment_id: '../1' } },
    but: { member: 404, premium: 404, 'other pool': 404, blocked: 404, unconfirmed: 404, restricted: 404 }
  },
  logout: { input: nothing, aboutTarget: false },
  logoutByPost: { input: empty, aboutTarget: false, wrong: { body: { all: true } } },
  subscribePush: {
    input: () => ({ query: { push: '1' }, body: { subscription: aBrowser().subscription } }),
    aboutTarget: false,
    wrong: { query: { push: '1' }, body: { subscription: { ...aBrowser().subscription, endpoint: 'https://127.0.0.1/push' } } }
  },
  renewPush: {
    input: () => ({ query: { push: '1' }, body: { subscription: aBrowser().subscription, replaces: aBrowser().subscription.endpoint } }),
    aboutTarget: false,
    wrong: { query: { push: '1' }, body: { subscription: aBrowser().subscription } }
  },
  unsubscribePush: {
    input: () => ({ query: { push: '1' }, body: { endpoint: aBrowser().subscription.endpoint } }),
    aboutTarget: false,
    wrong: { query: { push: '1' }, body: { endpoint: 7 } }
  },
  signUp: {
    input: () => ({ body: aSignUp() }),
    aboutTarget: false,
    wrong: { body: aSignUp({ date_of_birth: '2015-01-01' }) },
    but: { 'other pool': 422 }
  },
  resendSignup: {
    input: ({ target }) => ({ body: { email: target.row.email, to: 'another@mail.example' } }),
    aboutTarget: false,
    wrong: { body: { email: 'x', to: 'x' } }
  },
  completeSignup: {
    input: () => ({ body: { interests: ['tea'], about: '' } }),
    aboutTarget: false,
    wrong: { body: { interests: ['gold'] } }
  },
  getSignupMatches: { input: nothing, aboutTarget: false },
  startAgeCheck: { input: empty, aboutTarget: false, wrong: { body: { over: 'yes' } } },
  finishAgeCheck: {
    input: ({ caller }) => ({ body: anAgeAnswer(caller?.id ?? '', 'yes', { minAge: 21 }) }),
    aboutTarget: false,
    wrong: { body: { age_over: 'perhaps' } }
  },
  activate: {
    input: ({ activationToken }) => ({ body: { token: activationToken, password: NEW_PASSWORD, password_repeat: NEW_PASSWORD } }),
    aboutTarget: false,
    wrong: { body: { token: 'x' } },
    but: { 'other pool': 422 }
  },
  resendActivation: { input: empty, aboutTarget: false, wrong: { body: [] } },
  useToken: {
    input: ({ activationToken }) => ({ body: { token: activationToken, password: NEW_PASSWORD, password_repeat: NEW_PASSWORD } }),
    aboutTarget: false,
    wrong: { body: { token: 'x', one_click: 'yes' } },
    but: { 'other pool': 422 }
  },
  requestPasswordReset: {
    input: ({ target }) => ({ body: { email: target.row.email } }),
    aboutTarget: false,
    wrong: { body: { email: 'x', status: 'confirmed' } },
    // A tenant of that pool has explicit account errors.
    but: { 'other pool': 422 }
  },
  resetPassword: {
    input: ({ resetToken }) => ({ body: { token: resetToken, password: NEW_PASSWORD, password_repeat: NEW_PASSWORD } }),
    aboutTarget: false,
    wrong: { body: { token: 'x'.repeat(43), password: NEW_PASSWORD, password_repeat: 'another one' } },
    but: { 'other pool': 422 }
  },
  changePassword: {
    input: () => ({ body: { old_password: PASSWORD, password: NEW_PASSWORD, password_repeat: NEW_PASSWORD } }),
    aboutTarget: false,
    wrong: { body: { old_password: PASSWORD, password: 'short', password_repeat: 'short' } }
  },
  requestMailChange: {
    input: ({ target }) => ({ body: { email: `new.${target.row.email}`, password: PASSWORD } }),
    aboutTarget: false,
    wrong: { body: { email: 'x', password: PASSWORD } }
  },
  changeMail: {
    input: ({ mailChangeToken }) => ({ body: { token: mailChangeToken } }),
    aboutTarget: false,
    wrong: { body: { token: 'x' } },
    but: { 'other pool': 422 }
  },
  // The provider of these brands isn't set up.
  createPayment: {
    input: () => ({ body: { bundle: 'small', method: 'card', country: 'NL', currency: 'EUR', total: 995 } }),
    aboutTarget: false,
    wrong: { body: { bundle: 'small', method: 'card', country: 'NL', currency: 'EUR', total: -995 } },
    but: NO_PROVIDER
  },
  cancelPayment: {
    input: ({ order }) => ({ query: { cancel: '1' }, body: { id: order } }),
    aboutTarget: false,
    wrong: { query: { cancel: '1' }, body: { id: '../1' } }
  },
  getPayment: { input: ({ order }) => ({ query: { id: order } }), aboutTarget: false, wrong: { query: { id: '1' } } },
  listTransactions: { input: nothing, aboutTarget: false, wrong: { query: { page: '0' } } },
  // The brand of the other pool sells in a currency without direct debit.
  getDirectDebit: { input: nothing, aboutTarget: false, but: { 'other pool': 404 } },
  startDirectDebit: {
    input: () => ({ body: { holder: 'A. Member', iban: 'NL91ABNA0417164300', phone: '+31612345678' } }),
    aboutTarget: false,
    wrong: { body: { holder: 'A. Member', iban: 'NL91ABNA0417164301', phone: '+31612345678' } },
    but: { 'other pool': 404 }
  },
  signDirectDebit: {
    input: ({ order }) => ({ body: { id: order, code: '123456' } }),
    aboutTarget: false,
    wrong: { body: { id: '../1', code: '123456' } },
    but: { member: 404, premium: 404, 'other pool': 404, blocked: 404, unconfirmed: 404 }
  },
  revokeDirectDebit: { input: ({ order }) => ({ body: { id: order } }), aboutTarget: false, wrong: { body: { id: '../1' } } },
  getSavedMethods: { input: nothing, aboutTarget: false },
  getTransparency: { input: nothing, aboutTarget: false },
  removeStoredCard: { input: ({ order }) => ({ body: { id: order } }), aboutTarget: false, wrong: { body: { id: '../1' } } },
  takePaymentWebhook: {
    input: () => ({ query: { provider: 'sandbox' }, body: {} }),
    aboutTarget: false,
    wrong: { query: { provider: '../sandbox' }, body: {} },
    but: ALL_GET_404
  },
  startExport: { input: () => ({ body: { password: PASSWORD } }), aboutTarget: false, wrong: { body: { password: '' } } },
  // Without the address that `startExport` gives, it leads to the form.
  exportData: {
    input: nothing,
    aboutTarget: false,
    but: { member: 303, premium: 303, 'other pool': 303, blocked: 303, unconfirmed: 303, restricted: 303, 'missing header': 303 }
  },
  getLeaving: { input: nothing, aboutTarget: false },
  // Only brands that sell and members who aren't new have it.
  takeLeavingOffer: {
    input: () => ({ query: { stay: '1' }, body: {} }),
    aboutTarget: false,
    wrong: { query: { stay: 'yes' }, body: {} },
    but: { member: 404, premium: 404, 'other pool': 404, blocked: 404, unconfirmed: 404 }
  },
  deleteAccount: { input: () => ({ body: { password: PASSWORD } }), aboutTarget: false, wrong: { body: { password: '', days: 0 } } },
  listSessions: { input: nothing, aboutTarget: false },
  endSession: { input: () => ({ body: { id: 'others' } }), aboutTarget: false, wrong: { body: { id: 'all' } } },
  getToken: {
    input: ({ activationToken }) => ({ query: { token: activationToken } }),
    aboutTarget: false,
    wrong: { query: { token: 'short' } },
    but: { 'other pool': 404 }
  },
  searchMembers: { input: () => ({ query: { gender: 'woman', page: '1' } }), aboutTarget: false, wrong: { query: { page: '-1' } } },
  countMembers: { input: () => ({ query: { gender: 'woman,man' } }), aboutTarget: false, wrong: { query: { gender: 'woman,robot' } } },
  rememberSearch: {
    input: () => ({ body: { filters: { gender: 'man,couple', min_age: '30' } } }),
    aboutTarget: false,
    wrong: { body: { filters: { page: '2' } } }
  },
  getMember: { input: ({ target }) => ({ query: { id: target.id } }), aboutTarget: true, wrong: { query: { id: "1' or 1=1" } } },
  listVisits: { input: nothing, aboutTarget: false },
  seeVisits: { input: empty, aboutTarget: false },
  stayPresent: { input: empty, aboutTarget: false },
  visitMember: { input: target, aboutTarget: true, wrong: badId },
  listPhotos: { input: nothing, aboutTarget: false },
  addPhoto: { input: () => ({ body: A_PICTURE }), aboutTarget: false, wrong: { query: { crop: '0,0,-1,4' }, body: A_PICTURE } },
  arrangePhotos: { input: ({ photo }) => ({ body: { order: [photo] } }), aboutTarget: false, wrong: { body: { order: [] } } },
  deletePhoto: { input: ({ photo }) => ({ body: { id: photo } }), aboutTarget: false, wrong: badId },
  listLikes: { input: nothing, aboutTarget: false, wrong: { query: { type: 'all', after: '1e9' } } },
  getLike: { input: ({ target }) => ({ query: { id: target.id } }), aboutTarget: true, wrong: { query: { id: "1' or 1=1" } } },
  autoLike: { input: nothing, aboutTarget: false },
  likeMember: { input: target, aboutTarget: true, wrong: badId },
  unlikeMember: { input: target, aboutTarget: true, wrong: badId },
  findMatches: { input: nothing, aboutTarget: false },
  answerMatchFinder: {
    input: () => ({ body: SOME_ANSWERS }),
    aboutTarget: false,
    wrong: { body: { ...SOME_ANSWERS, min_age: 17, interests: ['gold'] } }
  },
  forgetMatchAnswers: { input: empty, aboutTarget: false, wrong: { body: { member: 1 } } },
  getSwipeDeck: { input: nothing, aboutTarget: false },
  swipeMember: {
    input: ({ target }) => ({ body: { id: target.id, choice: 'like' } }),
    aboutTarget: true,
    wrong: { body: { id: '../1', choice: 'superlike' } }
  },
  blockMember: { input: target, aboutTarget: true, wrong: badId, but: { blocked: 404 } },
  unblockMember: { input: target, aboutTarget: true, wrong: badId },
  listBlocked: { input: nothing, aboutTarget: false, wrong: { query: { page: '0' } } },
  fileReport: {
    input: ({ target }) => ({ body: { member: target.id, kind: 'spam', text: '', block: true } }),
    aboutTarget: true,
    wrong: { body: { kind: 'spam', text: '', block: true } }
  },
  getStanding: { input: nothing, aboutTarget: false },
  appeal: {
    input: () => ({ body: { text: 'I did nothing wrong.' } }),
    aboutTarget: false,
    wrong: { body: { text: ' ' } },
    // There is nothing to appeal against.
    but: { member: 404, premium: 404, 'other pool': 404, blocked: 404, unconfirmed: 404 }
  },
  getProfile: { input: nothing, aboutTarget: false },
  updateProfile: {
    input: () => ({ body: { about: 'Hello', sexuality: 'bisexual', hidden_fields: [] } }),
    aboutTarget: false,
    wrong: { body: { date_of_birth: '1970-01-01', credits: 1000 } }
  },
  getNotifications: { input: nothing, aboutTarget: false },
  updateNotifications: {
    input: () => ({ body: { preferences: { likes: 'weekly' }, resume: 'unsubscribe' } }),
    aboutTarget: false,
    wrong: { body: { preferences: { likes: 'hourly' } } }
  },
  takeMailEvent: {
    input: ({ target }) => ({ body: { event: 'bounce', email: target.row.email } }),
    aboutTarget: false,
    wrong: { body: { event: 'opened', email: 'x' } }
  },
  listChats: { input: nothing, aboutTarget: false, wrong: { query: { page: '0' } } },
  getChat: { input: ({ target }) => ({ query: { member: target.id } }), aboutTarget: true, wrong: { query: {} } },
  deleteChat: {
    input: ({ conversation }) => ({ body: { conversation } }),
    aboutTarget: false,
    aboutConversation: true,
    wrong: { body: { conversation: null } }
  },
  sendMessage: {
    input: ({ target }) => ({ body: { member: target.id, text: 'Hello' } }),
    aboutTarget: true,
    wrong: { body: { member: 'x', text: '\0' } }
  },
  giveHeart: {
    input: ({ conversation }) => ({ body: { conversation, position: 1, heart: true } }),
    aboutTarget: false,
    aboutConversation: true,
    // It is their own message.
    but: { unconfirmed: 404, blocked: 404 },
    wrong: { body: { conversation: 'x', position: 0 } }
  },
  takeBackMessage: {
    input: ({ conversation }) => ({ body: { conversation, position: 1 } }),
    aboutTarget: false,
    aboutConversation: true,
    // Theirs alone.
    but: { member: 404, premium: 404, blocked: 404 },
    wrong: { body: { conversation: 'x', position: 0 } }
  },
  muteChat: {
    input: ({ conversation }) => ({ body: { conversation, muted: true } }),
    aboutTarget: false,
    aboutConversation: true,
    but: { blocked: 404 },
    wrong: { body: { conversation: 'x', muted: 1 } }
  },
  tellTyping: {
    input: ({ conversation }) => ({ body: { conversation } }),
    aboutTarget: false,
    aboutConversation: true,
    but: { blocked: 404 },
    wrong: { body: { conversation: 'x' } }
  },
  sendGift: {
    input: ({ target }) => ({ body: { member: target.id, gift: 'rose', note: '', credits: 5, to_fictional: false } }),
    aboutTarget: true,
    wrong: { body: { member: 'x', gift: 'a yacht', note: 'x'.repeat(141), credits: -1, to_fictional: 'no' } },
    // Callers of this table have no credits.
    but: { member: 409, premium: 409, unconfirmed: 409 }
  },
  sendPhoto: {
    input: ({ target }) => ({ query: { member: target.id, credits: '0' }, body: A_PICTURE }),
    aboutTarget: true,
    // The other side has not written.
    but: { unconfirmed: 409 },
    wrong: { query: { member: 'x', credits: '-1' }, body: A_PICTURE }
  },
  getChatPhoto: {
    input: ({ conversation }) => ({ query: { conversation, position: '1' } }),
    aboutTarget: false,
    aboutConversation: true,
    but: { blocked: 404 },
    wrong: { query: { conversation: 'x', position: '0' } }
  },
  showPhoto: {
    input: ({ conversation }) => ({ body: { conversation, position: 1 } }),
    aboutTarget: false,
    aboutConversation: true,
    // It is their own photo.
    but: { unconfirmed: 404, blocked: 404 },
    wrong: { body: { conversation: 'x', position: 0 } }
  },
  readChat: {
    input: ({ conversation }) => ({ body: { conversation, position: 1 } }),
    aboutTarget: false,
    aboutConversation: true,
    wrong: { body: { conversation: 'x', position: -1 } }
  },
  fileComplaint: {
    input: () => ({ body: aComplaint() }),
    aboutTarget: false,
    wrong: { body: { ...aComplaint(), member_id: 1, answer: 'No.' } }
  },
  getSettings: { input: () => ({ query: { 'forced-domain': 'isle.example' } }), aboutTarget: false },
  getHosts: { input: nothing, aboutTarget: false },
  listInterests: { input: nothing, aboutTarget: false },
  listRegions: { input: () => ({ query: { country: 'NL' } }), aboutTarget: false, wrong: { query: { country: 'Netherlands' } } },
  getGeocode: { input: () => ({ query: { lat: '52.4', lon: '4.9' } }), aboutTarget: false, wrong: { query: { lat: '91', lon: 'here' } } },
  getCredits: { input: () => ({ query: { country: 'BE' } }), aboutTarget: false, wrong: { query: { country: 'Belgium' } } },
  getDiscountCode: { input: () => ({ query: { code: 'TIMEBONUS25' } }), aboutTarget: false, wrong: { query: { code: 'x', order: '-1' } } },
  seeTimeBonus: { input: empty, aboutTarget: false },
  getWelcomeCode: { input: () => ({ query: { welcome: 'true' } }), aboutTarget: false, wrong: { query: { welcome: 'maybe' } } },
  getCompanyInfo: { input: nothing, aboutTarget: false },
  pageBounce: { input: () => ({ query: { network: 'n1', lb: '1' }, body: {} }), aboutTarget: false, wrong: { body: { user: 'someone' } } },
  pageHidden: { input: empty, aboutTarget: false, wrong: { body: { user: 'someone' } } },
  streamEvents: { input: nothing, aboutTarget: false },
  getOpenApi: { input: nothing, aboutTarget: false }
}
