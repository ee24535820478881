import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { envText } from '../../bin/env-text.ts'

test('a secret reaches wrangler unchanged: quotes and dollar signs have no meaning', () => {
  expect(envText('plain+base64/==')).toBe("'plain+base64/=='")
  expect(envText('it is $HOME, "quoted"')).toBe(`'it is \\$HOME, "quoted"'`)
  expect(envText("it's")).toBe(`"it's"`)
  for (const text of ['a\\b', 'two\nlines', `'"\``]) expect(() => envText(text)).toThrow('cannot be handed')
})

test('every upload says where the origin is: no placeholder in wrangler.toml takes its place', () => {
  const [toml = '', manual = ''] = ['wrangler.toml', 'docs/OPERATIONS.md'].map((file) =>
    readFileSync(join(import.meta.dirname, '../..', file), 'utf8')
  )
  expect(toml).not.toMatch(/^ORIGIN_URL/m)
  const uploads = manual.match(/npx wrangler (deploy|versions upload)(?! --dry-run)[^`\n]*/g) ?? []
  expect(uploads.length).toBeGreaterThan(1)
  expect(uploads.filter((upload) => !upload.includes(' --var ORIGIN_URL:https://'))).toEqual([])
})

test('a missing file reaches the worker, which looks for it among earlier builds; the worker’s own lists are never served', () => {
  // A rule that leaves /assets to the platform ("!/assets/*") answers a bare 404 for missing files.
  const toml = readFileSync(join(import.meta.dirname, '../../wrangler.toml'), 'utf8')
  expect(/^run_worker_first = (.*)$/m.exec(toml)?.[1]).toBe('["/_build/*"]')
})
