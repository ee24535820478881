const NAME = 'session'

/** Instead of a member: they have logged out, or deleted their account, so nothing that they wrote stays on this device. */
export const LOGGED_OUT = 'logged_out'

/** Tells the other tabs of this browser who is logged in: a public id, null for no one, or `LOGGED_OUT`. */
export function tellTabs(member: string | null): void {
  if (typeof BroadcastChannel !== 'function') return
  const channel = new BroadcastChannel(NAME)
  // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a channel is of one origin
  channel.postMessage(member)
  channel.close()
}

/** Listens to other tabs. */
export function hearTabs(listener: (member: string | null) => void): void {
  if (typeof BroadcastChannel !== 'function') return
  new BroadcastChannel(NAME).addEventListener('message', ({ data }) => listener(data as string | null))
}
