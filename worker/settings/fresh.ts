/** How long a value is used as is, then while a new one is fetched, then only if the new one is slow. In ms. */
const FRESH = 15_000
const STALE = 45_000
/** Beyond that age an answer waits this long for the new value. In ms. */
const PATIENCE = 150
/** How long to wait for the very first load, in ms. */
const FIRST = 2_500
/** A refresh older than this is presumed lost: on Workers its request may have ended. In ms. */
const LOST = 3_000
/** A failed load isn't repeated before this. In ms. */
const PAUSE = 1_000

/** A value and the real time in ms at which it was known to be current. */
export interface Loaded<T> {
  value: T
  at: number
}

/** Why a value is loaded. */
export interface Cause {
  /** It is known to have changed: cached copies don't count. */
  forced: boolean
  /** Tracking query of the request that needs it. */
  tracking: Record<string, string>
}

interface Options<T> {
  /** Served if the first load fails or takes too long, until one succeeds; never dropped before a good answer replaces it. */
  initial: T | null
  load: (cause: Cause) => Promise<Loaded<T>>
  /** Real time in ms. */
  now: () => number
  waitUntil: (work: Promise<unknown>) => void
}

/** A value cached in memory and refreshed in the background; a failed load keeps the last good one. */
export class Fresh<T> {
  #value: T | null
  #at = Number.NEGATIVE_INFINITY
  #failedAt = Number.NEGATIVE_INFINITY
  #refresh: { work: Promise<void>; since: number; turn: number } | null = null
  #forced: { work: Promise<void>; since: number } | null = null
  #queued: Promise<void> | null = null
  #turn = 0
  /** The number of the load whose value is in memory: an older load that ends later doesn't replace it. */
  #served = 0
  readonly #options: Options<T>

  constructor(options: Options<T>) {
    this.#options = options
    this.#value = options.initial
  }

  /**
   * The value, or null when there has never been one.
   * @param hurried an initial value will do: don't wait longer for the first load than for later ones
   */
  async get(tracking: Record<string, string> = {}, hurried = false): Promise<T | null> {
    if (this.#value !== null && this.isFresh()) return this.#value
    const isFirst = this.age() === Number.POSITIVE_INFINITY && this.#failedAt === Number.NEGATIVE_INFINITY
    const work = this.#ask({ forced: false, tracking })
    if (this.#value !== null && !this.isStale()) return this.#value
    await Promise.race([work, pause(this.#value === null || (isFirst && !hurried) ? FIRST : PATIENCE)])
    // The first load may have returned a stale copy.
    return isFirst && this.age() < Number.POSITIVE_INFINITY ? this.get(tracking) : this.#value
  }

  /** The cached value, without any request. */
  peek(): T | null {
    return this.#value
  }

  /** Is the value fresh enough to be used without checking for a newer one? */
  isFresh(): boolean {
    return this.age() < FRESH
  }

  /** Is it too old to use without waiting for a newer one? */
  isStale(): boolean {
    return this.age() >= STALE
  }

  /** Real ms since the value was last known to be current; infinite if it was never loaded. */
  age(): number {
    return this.#options.now() - this.#at
  }

  /**
   * Loads a value that is newer than this call, even if a load is already running; resolves when it has loaded or failed. However many callers there
   * are at once, two loads serve them all: the running one, and one that begins when it has ended.
   */
  refresh(): Promise<void> {
    const now = this.#options.now()
    if (this.#forced && now - this.#forced.since < LOST) {
      this.#queued ??= this.#forced.work.then(() => {
        this.#queued = null
        return this.refresh()
      })
      return this.#queued
    }
    const forced = { work: this.#start({ forced: true, tracking: {} }), since: now }
    this.#forced = forced
    this.#queued = null
    void forced.work.then(() => {
      if (this.#forced === forced) this.#forced = null
    })
    return forced.work
  }

  /** Joins the running load, or starts one. */
  #ask(cause: Cause): Promise<void> {
    const now = this.#options.now()
    if (this.#refresh && now - this.#refresh.since < LOST) return this.#refresh.work
    return now - this.#failedAt < PAUSE ? Promise.resolve() : this.#start(cause)
  }

  #start(cause: Cause): Promise<void> {
    const turn = ++this.#turn
    const over = () => {
      if (this.#refresh?.turn === turn) this.#refresh = null
    }
    const work = this.#options.load(cause).then(
      ({ value, at }) => {
        over()
        if (turn < this.#served) return
        this.#served = turn
        this.#value = value
        this.#at = at
      },
      () => {
        over()
        this.#failedAt = this.#options.now()
      }
    )
    this.#refresh = { work, since: this.#options.now(), turn }
    this.#options.waitUntil(work)
    return work
  }
}

const pause = (ms: number) => new Promise<void>((resolve) => setTimeout(resolve, ms))
