import { expect, test } from 'vitest'
import { SCHEMAS } from '../../client/forms/checks.ts'
import { CONTRACT, type EndpointName } from '../../shared/api/contract.ts'

/** A link's page requires more than the endpoint, which most links call without a password. */
const NARROWER: readonly EndpointName[] = ['useToken']

test('a form is checked with the schema that the origin checks with', () => {
  const names = Object.keys(SCHEMAS) as (keyof typeof SCHEMAS)[]
  expect(names.filter((name) => SCHEMAS[name] !== CONTRACT[name].body)).toEqual(NARROWER)
})
