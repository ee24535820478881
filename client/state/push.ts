import { create } from 'zustand'
import type { Contract } from '../../shared/api/contract.ts'
import type { EndpointInput } from '../../shared/api/endpoint.ts'

/** A browser's subscription as the server knows it. */
export type Registered = EndpointInput<Contract['subscribePush']>['body']['subscription']

/** What a note tells an open page (client/push/sw-push.js). */
export interface PushedNote {
  kind: string
  badge: number | null
}

/** What the page knows of push on this device, and what a member can do about it. */
export interface PushState {
  /** Can this browser do it here? False until the page has looked. */
  capability: boolean
  /** `unknown` until the page has looked; `false`: not for this member; `denied`: the browser does not let us ask. */
  subscription: 'unknown' | false | 'denied' | Registered
  isSubscribed: boolean
  /** What was pushed last while the page was open. */
  lastMessage: PushedNote | null
  /** Asks the browser's permission, so only from a press. Rejects when the browser or the server fails; a "no" of the member is an answer. */
  subscribe: () => Promise<void>
  /** Rejects when the server could not be reached: then it still pushes. */
  unsubscribe: () => Promise<void>
}

const notReady = () => Promise.reject(new Error('push has not started'))

/** Also a hook: `usePush(({ subscription }) => subscription)`. */
export const usePush = create<PushState>(() => ({
  capability: false,
  subscription: 'unknown',
  isSubscribed: false,
  lastMessage: null,
  subscribe: notReady,
  unsubscribe: notReady
}))
