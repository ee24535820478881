import type { EntryName } from '../../shared/api/contract.ts'
import * as accounts from '../accounts/handlers.ts'
import { exportData } from '../export/export-data.ts'
import * as chats from '../chats/handlers.ts'
import * as complaints from '../complaints/handlers.ts'
import * as geo from '../geo/handlers.ts'
import * as likes from '../likes/handlers.ts'
import * as members from '../members/handlers.ts'
import * as notifications from '../notifications/handlers.ts'
import * as photos from '../photos/handlers.ts'
import * as profile from '../profile/handlers.ts'
import * as push from '../push/handlers.ts'
import * as safety from '../safety/handlers.ts'
import * as search from '../search/handlers.ts'
import * as settings from '../settings/handlers.ts'
import * as visits from '../visits/handlers.ts'
import { answerStream, type StreamHandler } from './answer-stream.ts'
import type { Handler, PreparedHandler } from './handler.ts'
import { getOpenApi } from './openapi.ts'

/** Entries that answer bytes as they come. */
type Streamed = 'streamEvents' | 'exportData'

/** Who does what: one handler for each entry of the contract; a missing one is a type error. */
export const HANDLERS: { [N in Exclude<EntryName, Streamed>]: Handler<N> | PreparedHandler<N> } & Record<Streamed, StreamHandler> = {
  getUser: accounts.getUser,
  login: accounts.login,
  updateUser: accounts.updateUser,
  logout: accounts.logout,
  logoutByPost: accounts.logoutByPost,
  subscribePush: push.subscribePush,
  renewPush: push.renewPush,
  unsubscribePush: push.unsubscribePush,
  signUp: accounts.signUp,
  completeSignup: accounts.completeSignup,
  getSignupMatches: search.getSignupMatches,
  startAgeCheck: accounts.startAgeCheck,
  finishAgeCheck: accounts.finishAgeCheck,
  activate: accounts.activate,
  resendActivation: accounts.resendActivation,
  getToken: accounts.getToken,
  useToken: accounts.useToken,
  requestPasswordReset: accounts.requestPasswordReset,
  resetPassword: accounts.resetPassword,
  changePassword: accounts.changePassword,
  requestMailChange: accounts.requestMailChange,
  changeMail: accounts.changeMail,
  deleteAccount: accounts.deleteAccount,
  listSessions: accounts.listSessions,
  endSession: accounts.endSession,
  pageHidden: accounts.pageHidden,
  pageBounce: visits.pageBounce,
  searchMembers: search.searchMembers,
  getMember: members.getMember,
  listPhotos: photos.listPhotos,
  addPhoto: photos.addPhoto,
  arrangePhotos: photos.arrangePhotos,
  deletePhoto: photos.deletePhoto,
  listLikes: likes.listLikes,
  likeMember: likes.likeMember,
  unlikeMember: likes.unlikeMember,
  blockMember: safety.blockMember,
  unblockMember: safety.unblockMember,
  listBlocked: safety.listBlocked,
  getProfile: profile.getProfile,
  updateProfile: profile.updateProfile,
  getNotifications: notifications.getNotifications,
  updateNotifications: notifications.updateNotifications,
  takeMailEvent: notifications.takeMailEvent,
  listChats: chats.listChats,
  getChat: chats.getChat,
  deleteChat: chats.deleteChat,
  sendMessage: chats.sendMessage,
  readChat: chats.readChat,
  fileComplaint: complaints.fileComplaint,
  getSettings: settings.getSettings,
  getHosts: settings.getHosts,
  listInterests: settings.listInterests,
  listRegions: settings.listRegions,
  getGeocode: geo.getGeocode,
  getCompanyInfo: settings.getCompanyInfo,
  streamEvents: answerStream,
  exportData,
  getOpenApi
}

/** The handler of an entry as the one who calls it needs it: the entry's own types are checked above. */
export function handlerOf(name: EntryName): Handler<'login'> | PreparedHandler<'login'> {
  return HANDLERS[name as 'login']
}

/** The same for an entry whose answer is no JSON. */
export function streamerOf(name: string): StreamHandler {
  return HANDLERS[name as Streamed]
}
