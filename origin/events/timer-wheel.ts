/** Time between two turns, roughly, in ms. */
const TURN = 250

const wheels = new Map<number, ReturnType<typeof createWheel>>()

/**
 * Calls a function once per interval, as `setInterval` does, but those of all callers in shared turns a quarter of a second apart: ten thousand timers
 * of their own would wake the process a thousand times a second. The first call comes within the interval.
 * @param interval in ms
 * @param act must not throw
 * @returns stops the calls
 */
export function repeat(interval: number, act: () => void): () => void {
  const wheel = wheels.get(interval) ?? createWheel(interval)
  wheels.set(interval, wheel)
  return wheel.add(act)
}

function createWheel(interval: number) {
  const slots = Array.from({ length: Math.max(1, Math.floor(interval / TURN)) }, () => new Set<() => void>())
  const turn = interval / slots.length
  let began = 0
  let turns = 0
  let count = 0
  let timer: NodeJS.Timeout | undefined

  // By the clock: each turn that comes late would otherwise delay all later ones.
  function takeTurns(): void {
    const due = Math.floor((performance.now() - began) / turn)
    // After a long pause everyone is due, once.
    turns = Math.max(turns, due - slots.length)
    while (turns < due) for (const act of slots[turns++ % slots.length]!) act()
  }

  function begin(): void {
    began = performance.now()
    turns = 0
    timer = setInterval(takeTurns, turn)
  }

  return {
    add(act: () => void): () => void {
      // An entry of its own, also for an act that is added twice.
      const entry = () => act()
      const slot = slots.reduce((least, one) => (one.size < least.size ? one : least))
      slot.add(entry)
      if (count++ === 0) begin()
      return () => {
        if (slot.delete(entry) && --count === 0) clearInterval(timer)
      }
    }
  }
}
