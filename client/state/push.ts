import { create } from 'zustand'
import type { Contract } from '../../shared/api/contract.ts'
import type { EndpointInput } from '../../shared/api/endpoint.ts'

/** A browser's subscription as the server knows it. */
export type Registered = EndpointInput<Contract['subscribePush']>['body']['subscription']

/** The message to an open page about a push (client/push/sw-push.js). */
export interface PushedNote {
  kind: string
  badge: number | null
}

/** The state of push on this device, and what a member can do about it. */
export interface PushState {
  /** Does this browser support it here? False until the page has checked. */
  capability: boolean
  /** `unknown` until the page has checked; `false`: not for this member; `denied`: the browser doesn't let us ask. */
  subscription: 'unknown' | false | 'denied' | Registered
  isSubscribed: boolean
  /** What was pushed last while the page was open. */
  lastMessage: PushedNote | null
  /** The offer in a conversation was closed: it isn't made again in this visit. */
  offerClosed: boolean
  /**
   * Asks for the browser's permission, so call it only from a tap. Rejects if the browser or the server fails; a "no" from the member is not a
   * failure.
   */
  subscribe: () => Promise<void>
  /** Rejects if the server couldn't be reached: then it still sends pushes. */
  unsubscribe: () => Promise<void>
}

/** Until the page has checked, a tap waits for that. */
const whenReady = (act: 'subscribe' | 'unsubscribe') => () =>
  new Promise<void>((resolve, reject) => {
    const stop = usePush.subscribe((push) => {
      if (!push.capability) return
      stop()
      push[act]().then(resolve, reject)
    })
  })

/** Also a hook: `usePush(({ subscription }) => subscription)`. */
export const usePush = create<PushState>(() => ({
  capability: false,
  subscription: 'unknown',
  isSubscribed: false,
  lastMessage: null,
  offerClosed: false,
  subscribe: whenReady('subscribe'),
  unsubscribe: whenReady('unsubscribe')
}))
