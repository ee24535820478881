/** Two clocks: business time moves with `/__dev/clock`, real time never does. */
export interface Clock {
  /** Business time. */
  now: () => Date
  /** Real time in ms. */
  realNow: () => number
  /** Sets business time; it keeps running from there. */
  setNow: (at: Date) => void
}

/** A clock that runs with the machine's until it is set. */
export function createClock(): Clock {
  let offset = 0
  return {
    now: () => new Date(Date.now() + offset),
    realNow: () => Date.now(),
    setNow(at) {
      offset = at.getTime() - Date.now()
    }
  }
}
