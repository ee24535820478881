import { writeFile } from 'node:fs/promises'
import { resolve } from 'node:path'
import { inUnitOfWork } from '../origin/db/unit-of-work.ts'
import { moderatePhoto } from '../origin/photos/moderate-photo.ts'
import { photoKey } from '../origin/photos/photo-key.ts'
import { selectPending } from '../origin/photos/store.ts'
import { openMediaStore } from '../origin/providers/open-media-store.ts'
import { UsageError } from './usage-error.ts'
import { readEnvironment } from './settings.ts'
import { printTable } from './tenants/print.ts'
import { withDeps, withPublished } from './tenants/published.ts'

// `npm run moderate`: the operator's decisions on photos. They reach the members' pages within seconds.
const HELP = `npm run moderate -- <command>

  photos               photos that wait, oldest first
  show <photo>         writes the photo as <photo>.webp into this folder
  approve <photo> …    shows photos to others
  reject <photo> …     hides photos; the same pictures are looked at again when they come back

Works with the database of DATABASE_URL, else with that of the npm start that runs with this DATA_DIR, and with the photos in S3_BUCKET, else DATA_DIR.`

const COMMANDS: Record<string, (photos: string[]) => Promise<void>> = {
  async photos() {
    const waiting = await withPublished(selectPending)
    if (waiting.length === 0) return console.log('No photo waits.')
    printTable(
      ['photo', 'member', 'brand', 'since'],
      waiting.map(({ id, member, tenant, created_at }) => [id, member, tenant, created_at.toISOString()])
    )
  },
  async show(photos) {
    for (const photo of photos) {
      const bytes = /^[\w-]{22}$/.test(photo) ? await openMediaStore(readEnvironment()).get(photoKey(photo, 'full')) : null
      if (!bytes) throw new UsageError(`There is no photo "${photo}".`)
      await writeFile(`${photo}.webp`, bytes)
      console.log(resolve(`${photo}.webp`))
    }
  },
  approve: (photos) => decide(photos, 'active'),
  reject: (photos) => decide(photos, 'rejected')
}

async function decide(photos: string[], status: 'active' | 'rejected'): Promise<void> {
  await withDeps(async (deps) => {
    for (const photo of photos) {
      if (!(await inUnitOfWork(deps, (unit) => moderatePhoto(unit, photo, status)))) throw new UsageError(`There is no photo "${photo}".`)
      console.log(`${photo} is ${status}`)
    }
  })
}

try {
  const [name = '', ...photos] = process.argv.slice(2)
  const command = Object.hasOwn(COMMANDS, name) ? COMMANDS[name] : undefined
  if (!command || (name !== 'photos' && photos.length === 0)) {
    console.log(HELP)
    process.exitCode = name === '' || name === 'help' ? 0 : 1
  } else await command(photos)
} catch (error) {
  if (!(error instanceof UsageError)) throw error
  console.error(error.message)
  process.exitCode = 1
}
