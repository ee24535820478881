import { mkdir, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { readTenantFolder } from '../../origin/settings/tenant-folder.ts'
import { problemLine } from '../../shared/tenants/problem.ts'
import type { TenantRecord } from '../../shared/tenants/schema.ts'
import { ROOT } from '../settings.ts'
import type { Call } from './call.ts'
import { printJson } from '../operator/print.ts'

/**
 * Writes the copy of all tenants into the build's folder that an edge uses until it has reached the origin: `{version: 1, records}`, where `version`
 * is that of the file format. The records have version 0, so that everything published is newer. A tenant with a mistake is left out and named on
 * stderr. Returns the files.
 */
export async function writeSnapshot(dir: string, dist: string): Promise<string[]> {
  const { records, problems } = await readTenantFolder(dir)
  for (const problem of problems) if (problem.severity === 'error') console.error(problemLine(problem))
  const copies: TenantRecord[] = records.map((record) => ({ ...record, version: 0 }))
  // Node reads the first, Workers the second: among the files that wrangler uploads.
  const files = [join(dist, 'tenants.json'), join(dist, 'public/_build/tenants.json')]
  for (const out of files) {
    await mkdir(dirname(out), { recursive: true })
    await writeFile(out, JSON.stringify({ version: 1, records: copies }))
  }
  return files
}

export async function snapshot({ dir, words, json }: Call): Promise<number> {
  const files = await writeSnapshot(dir, words[0] ?? join(ROOT, 'dist'))
  if (json) printJson({ files })
  return 0
}
