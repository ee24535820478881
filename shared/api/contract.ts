import type { Entry } from './entry.ts'
import * as account from './account.ts'
import * as chats from './chats.ts'
import * as complaints from './complaints.ts'
import * as completion from './completion.ts'
import * as download from './export.ts'
import * as likes from './likes.ts'
import * as mailChange from './mail-change.ts'
import * as members from './members.ts'
import * as notifications from './notifications.ts'
import * as passwords from './passwords.ts'
import * as photos from './photos.ts'
import * as profile from './profile.ts'
import * as sessions from './sessions.ts'
import * as push from './push.ts'
import * as signup from './signup.ts'
import * as site from './site.ts'
import * as tokens from './tokens.ts'
import * as user from './user.ts'

/** Every operation of the API by name. */
export const CONTRACT = {
  getUser: user.getUser,
  login: user.login,
  updateUser: user.updateUser,
  logout: user.logout,
  logoutByPost: user.logoutByPost,
  subscribePush: push.subscribePush,
  renewPush: push.renewPush,
  unsubscribePush: push.unsubscribePush,
  signUp: signup.signUp,
  completeSignup: completion.completeSignup,
  getSignupMatches: members.getSignupMatches,
  startAgeCheck: signup.startAgeCheck,
  finishAgeCheck: signup.finishAgeCheck,
  activate: signup.activate,
  resendActivation: signup.resendActivation,
  getToken: tokens.getToken,
  useToken: tokens.useToken,
  requestPasswordReset: passwords.requestPasswordReset,
  resetPassword: passwords.resetPassword,
  changePassword: passwords.changePassword,
  requestMailChange: mailChange.requestMailChange,
  changeMail: mailChange.changeMail,
  exportData: download.exportData,
  deleteAccount: account.deleteAccount,
  listSessions: sessions.listSessions,
  endSession: sessions.endSession,
  searchMembers: members.searchMembers,
  getMember: members.getMember,
  listPhotos: photos.listPhotos,
  addPhoto: photos.addPhoto,
  arrangePhotos: photos.arrangePhotos,
  deletePhoto: photos.deletePhoto,
  listLikes: likes.listLikes,
  likeMember: likes.likeMember,
  unlikeMember: likes.unlikeMember,
  blockMember: likes.blockMember,
  unblockMember: likes.unblockMember,
  listBlocked: likes.listBlocked,
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
  getSettings: site.getSettings,
  getHosts: site.getHosts,
  listInterests: site.listInterests,
  listRegions: site.listRegions,
  getGeocode: site.getGeocode,
  getCompanyInfo: site.getCompanyInfo,
  pageHidden: site.pageHidden,
  pageBounce: site.pageBounce,
  streamEvents: site.streamEvents,
  getOpenApi: site.getOpenApi
} as const

export type Contract = typeof CONTRACT
export type EntryName = keyof Contract

export const ENTRIES: readonly Entry[] = Object.values(CONTRACT)

/** The entry of a method among those of one path: the one that a name in the query asks for, else the one that needs none. */
export function pickEntry(entries: readonly Entry[], method: string, query: URLSearchParams): Entry | undefined {
  const candidates = entries.filter((entry) => entry.method === method)
  return candidates.find(({ when }) => when !== '' && query.has(when)) ?? candidates.find(({ when }) => when === '')
}

/** Entries at a path by method; empty when the path is not part of the API. */
export function entriesAt(path: string): readonly Entry[] {
  return byPath.get(path) ?? []
}

const byPath = Map.groupBy(ENTRIES, (entry) => entry.path as string)
