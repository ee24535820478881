import { join } from 'node:path'
import { createS3Store, type S3Options } from './s3-store.ts'
import { createFileStore, type MediaStore } from './storage.ts'

/** The store of members' files: a bucket if there is one, otherwise the folder `media` of `dataDir`. */
export function openMediaStore({ dataDir, s3 }: { dataDir: string; s3?: S3Options | null }): MediaStore {
  return s3 ? createS3Store(s3) : createFileStore(join(dataDir, 'media'))
}
