import { join } from 'node:path'
import { createS3Store, type S3Options } from './s3-store.ts'
import { createFileStore, type MediaStore } from './storage.ts'

/** Where members' files are kept: in a bucket where there is one, else in the folder `media` of `dataDir`. */
export function openMediaStore({ dataDir, s3 }: { dataDir: string; s3?: S3Options | null }): MediaStore {
  return s3 ? createS3Store(s3) : createFileStore(join(dataDir, 'media'))
}
