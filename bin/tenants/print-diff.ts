import { styleText } from 'node:util'
import type { Change, TenantDiff } from '../../shared/tenants/diff.ts'
import type { TenantRecord } from '../../shared/tenants/schema.ts'
import { short } from '../operator/print.ts'

/** For programs: JSON has no undefined, so a value that didn't exist before is null. */
export const told = ({ changes, effects }: TenantDiff) => ({
  changes: changes.map(({ field, from, to }) => ({ field, from: from ?? null, to: to ?? null })),
  effects
})

/** For people: what a version changes, and what that means. */
export function printDiff(id: string, live: TenantRecord | null, to: string, { changes, effects }: TenantDiff): void {
  console.log(styleText('bold', `${id}  ${live ? `version ${live.version}` : 'never published'} → ${to}`))
  if (changes.length === 0) return console.log('No difference.')
  const width = Math.max(...changes.map(({ field }) => field.length))
  // For a new brand, everything would be listed as new: reading its file is easier.
  if (live) for (const change of changes) console.log(`  ${change.field.padEnd(width)}  ${arrow(change)}`)
  if (effects.length > 0) console.log(styleText('bold', 'Effects'))
  for (const effect of effects) console.log(`  ${effect}`)
  console.log('  Cached pages are rendered again at their next request.')
}

function arrow({ from, to }: Change): string {
  if (from === undefined) return `+ ${short(to)}`
  return to === undefined ? `- ${short(from)}` : `${short(from, 40)} → ${short(to, 40)}`
}
