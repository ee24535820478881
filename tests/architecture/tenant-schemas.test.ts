import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { jsonSchemas } from '../../bin/tenants/json-schemas.ts'

const folder = join(import.meta.dirname, '../../tenants')
const schemas = await jsonSchemas()

test.each(Object.keys(schemas))('tenants/%s says what the settings schema says (npm run tenants -- schema writes it)', async (name) => {
  expect(await readFile(join(folder, name), 'utf8')).toBe(schemas[name])
})

test('editors show a hover text for every field of a tenant', () => {
  const { properties } = JSON.parse(schemas['tenant.schema.json']!) as { properties: Record<string, { description?: string }> }
  const silent = Object.entries(properties).flatMap(([field, { description }]) => (description ? [] : [field]))
  expect(silent).toEqual(['$schema'])
})
