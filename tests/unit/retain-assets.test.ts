import { mkdir, mkdtemp, readdir, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { retainAssets } from '../../bin/build/retain-assets.ts'

const DAY = 24 * 3600 * 1000

test('files stay for seven days after a build has replaced them, however old they are, then they are deleted', async () => {
  const root = await mkdtemp(join(tmpdir(), 'tether-assets-'))
  const [assets, aside] = [join(root, 'assets'), join(root, 'aside')]
  const start = Date.now()
  /** The files there are after a build, which itself makes some of them. */
  const build = async (day: number, ...made: string[]) => {
    const putBack = await retainAssets(assets, aside, start + day * DAY)
    await rm(assets, { recursive: true, force: true })
    await mkdir(assets)
    for (const name of made) await writeFile(join(assets, name), name)
    const kept = await putBack()
    const files = (await readdir(assets)).sort()
    expect(files).toEqual([...made, ...kept].sort())
    return files.join()
  }
  try {
    expect(await build(0, 'a', 'same')).toBe('a,same')
    expect(await build(30, 'b', 'same')).toBe('a,b,same')
    expect(await build(36, 'c', 'same')).toBe('a,b,c,same')
    expect(await build(37, 'b', 'same')).toBe('b,c,same')
    // One that came back counts from the next time it is replaced.
    expect(await build(60, 'd', 'same')).toBe('b,d,same')
    expect(await build(66, 'd', 'same')).toBe('b,d,same')
    expect(await build(67, 'd', 'same')).toBe('d,same')
  } finally {
    await rm(root, { recursive: true })
  }
})
