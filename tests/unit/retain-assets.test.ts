import { mkdir, mkdtemp, readdir, rm, utimes, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { retainAssets } from '../../bin/build/retain-assets.ts'

const DAY = 24 * 3600 * 1000

test('files of earlier builds stay for seven days after their build, then they are deleted', async () => {
  const root = await mkdtemp(join(tmpdir(), 'tether-assets-'))
  const [assets, aside] = [join(root, 'assets'), join(root, 'aside')]
  const now = Date.now()
  await mkdir(assets)
  const write = async (name: string, age: number) => {
    await writeFile(join(assets, name), name)
    await utimes(join(assets, name), new Date(now - age), new Date(now - age))
  }
  await write('page-old.js', 8 * DAY)
  await write('page-young.js', 6 * DAY)
  await write('same.js', 8 * DAY)
  const putBack = await retainAssets(assets, aside, now)
  await rm(assets, { recursive: true })
  await mkdir(assets)
  await write('page-new.js', 0)
  await write('same.js', 0)
  expect(await putBack()).toEqual(['page-young.js'])
  expect((await readdir(assets)).sort()).toEqual(['page-new.js', 'page-young.js', 'same.js'])
  expect(await readdir(root)).toEqual(['assets'])

  await rm(assets, { recursive: true })
  const first = await retainAssets(assets, aside, now)
  await mkdir(assets)
  expect(await first()).toEqual([])
  await rm(root, { recursive: true })
})
