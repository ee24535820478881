/** Another name than that of the version before, whose tabs send an id alone. */
const NAME = 'sessions'

/** Who is logged in: a public id, or null for no one; and whether that is because the member logged out in the tab that says so. */
export interface Told {
  member: string | null
  loggedOut: boolean
}

/** Tells the other tabs of this browser who is logged in. */
export function tellTabs(member: string | null, loggedOut = false): void {
  if (typeof BroadcastChannel !== 'function') return
  const channel = new BroadcastChannel(NAME)
  // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a channel is of one origin
  channel.postMessage({ member, loggedOut } satisfies Told)
  channel.close()
}

/** Listens to other tabs. */
export function hearTabs(listener: (told: Told) => void): void {
  if (typeof BroadcastChannel !== 'function') return
  new BroadcastChannel(NAME).addEventListener('message', ({ data }) => listener(data as Told))
}
