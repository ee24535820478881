import { build, type Plugin } from 'vite'
import { expect, test } from 'vitest'
import { leanReact } from '../../bin/build/lean-react.ts'

const REST = "import { hydrateRoot } from 'react-dom/client'; import { jsx } from 'react/jsx-runtime'; console.log(hydrateRoot, jsx)"

/** Builds a page with these lines; returns its script. */
async function built(lines: string): Promise<string> {
  const page: Plugin = {
    name: 'page',
    resolveId: (id) => (id === 'page' ? id : null),
    load: (id) => (id === 'page' ? `${REST}\n${lines}` : null)
  }
  const result = await build({
    configFile: false,
    logLevel: 'silent',
    define: { 'process.env.NODE_ENV': '"production"' },
    plugins: [page, leanReact()],
    build: { write: false, rolldownOptions: { input: 'page' } }
  })
  if (!('output' in result)) throw new Error('One build, one output')
  return result.output[0].code
}

test('the script lacks the parts of React that no page uses, and has those that pages use', async () => {
  const code = await built("import { useState } from 'react'; console.log(useState)")
  const names = ['useSyncExternalStore', 'react.view_transition', 'react.activity', 'react.portal', 'preinit', 'getClientRects']
  expect(names.filter((name) => code.includes(name))).toEqual(['useSyncExternalStore'])
})

test.each([
  ['memo', "import { memo } from 'react'; console.log(memo)"],
  ['useOptimistic', "import * as React from 'react'; console.log(React.useOptimistic)"],
  ['createPortal', "import { createPortal } from 'react-dom'; console.log(createPortal)"]
])('a page that begins to use %s fails the build until it is named', async (name, lines) => {
  await expect(built(lines)).rejects.toThrow(`uses ${name} of React`)
})
