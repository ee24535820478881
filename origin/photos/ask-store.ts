/** The store of files did not do what it was asked for. The origin itself is well: what needs no files goes on. */
export class StoreAway extends Error {
  override name = 'StoreAway'

  constructor(cause: unknown) {
    super(cause instanceof Error ? cause.message : 'The media store failed', { cause })
  }
}

/** What the store of files answers. Throws `StoreAway` where it fails, also for want of room. */
export async function askStore<T>(asking: Promise<T>): Promise<T> {
  try {
    return await asking
  } catch (error) {
    throw new StoreAway(error)
  }
}
