/** The file store failed. The origin itself is healthy: everything that needs no files continues. */
export class StorageUnavailable extends Error {
  override name = 'StorageUnavailable'

  constructor(cause: unknown) {
    super(cause instanceof Error ? cause.message : 'The media store failed', { cause })
  }
}

/** The answer of the file store. Throws `StorageUnavailable` if it fails, also when it is full. */
export async function callStore<T>(asking: Promise<T>): Promise<T> {
  try {
    return await asking
  } catch (error) {
    throw new StorageUnavailable(error)
  }
}
