import { accessSync, constants, statSync } from 'node:fs'
import { UsageError } from '../operator/usage-error.ts'
import type { Environment } from '../settings.ts'

/** The folder of the brands. Throws a `UsageError` if there is no readable one. */
export function tenantsFolder({ tenantsDir }: Pick<Environment, 'tenantsDir'>): string {
  if (!statSync(tenantsDir, { throwIfNoEntry: false })?.isDirectory())
    throw new UsageError(`TENANTS_DIR: there is no folder ${tenantsDir}.`)
  try {
    accessSync(tenantsDir, constants.R_OK)
  } catch {
    throw new UsageError(`TENANTS_DIR: this user cannot read ${tenantsDir}.`)
  }
  return tenantsDir
}
