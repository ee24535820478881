const NAME = 'session'

/** Tells the other tabs of this browser who is logged in: a public id, or null for no one. */
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
