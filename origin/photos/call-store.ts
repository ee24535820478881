/** The store of files did not do what it was asked for. The origin itself is well: what needs no files goes on. */
export class StorageUnavailable extends Error {
  override name = 'StorageUnavailable'

  constructor(cause: unknown) {
    super(cause instanceof Error ? cause.message : 'The media store failed', { cause })
  }
}

/** What the store of files answers. Throws `StorageUnavailable` where it fails, also for want of room. */
export async function callStore<T>(asking: Promise<T>): Promise<T> {
  try {
    return await asking
  } catch (error) {
    throw new StorageUnavailable(error)
  }
}
