import type { TenantRecord } from '../../shared/tenants/schema.ts'
import { poolOf } from '../../shared/tenants/schema.ts'
import { historyMonths, historyStart } from '../chats/history.ts'
import { selectSentPhotos } from '../chat-photos/store.ts'
import type { Deps } from '../deps.ts'
import type { Viewer } from '../http/handler.ts'
import { photoKey } from '../photos/photo-key.ts'
import * as store from './store.ts'

/** A file of the zip; its name includes folders. */
interface ExportFile {
  name: string
  input: string | Uint8Array<ArrayBuffer>
  lastModified: Date
}

/** Columns of the member's row that are internal: numbers, keys, and what would reveal something about someone else. Everything else is exported. */
const WITHHELD = [
  'id',
  'pool',
  'email_key',
  'claimed_key',
  'name_key',
  'name_skeleton',
  'password_hash',
  'event_counter',
  'main_photo_id',
  'signup_interest_id'
] as const satisfies (keyof Viewer)[]

/** Everything a member has here, one file after the other, each collected when it is read. */
export async function* collectData(deps: Deps, tenant: TenantRecord, viewer: Viewer): AsyncGenerator<ExportFile> {
  const { db, media } = deps
  const scope = { db, deps, viewer, tenant, pool: poolOf(tenant.settings) }
  const now = deps.now()
  const json = (name: string, value: unknown): ExportFile => ({ name, input: `${JSON.stringify(value, null, 2)}\n`, lastModified: now })

  const photos = await store.selectPhotos(db, viewer.id)
  const sent = await selectSentPhotos(db, viewer.id)
  yield json('account.json', {
    account: Object.fromEntries(Object.entries(viewer).filter(([column]) => !(WITHHELD as readonly string[]).includes(column))),
    ...(await store.selectAccount(scope)),
    photos: photos.map(({ public_id: id, status, created_at: at }, index) => ({ file: photoName(index), id, status, at })),
    photos_sent: sent.map(({ created_at: at }, index) => ({ file: sentName(index), at }))
  })
  for (const [index, { id, other_home, ...conversation }] of (await store.selectConversations(scope)).entries()) {
    const since = historyStart(historyMonths(deps, [viewer.home_tenant, other_home]), now)
    const messages = await store.selectMessages(db, viewer.id, id, since)
    if (messages.length > 0) yield json(`conversations/${index + 1}.json`, { ...conversation, messages })
  }
  for (const [all, nameOf] of [
    [photos, photoName],
    [sent, sentName]
  ] as const)
    for (const [index, { public_id: id, created_at: lastModified }] of all.entries()) {
      const input = await media.get(photoKey(id, 'full'))
      if (input) yield { name: nameOf(index), input, lastModified }
    }
}

const photoName = (index: number) => `photos/${index + 1}.webp`

/** Of the photos sent in conversations. */
const sentName = (index: number) => `conversations/photos/${index + 1}.webp`
