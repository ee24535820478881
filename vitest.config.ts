import react from '@vitejs/plugin-react'
import { playwright } from '@vitest/browser-playwright'
import { defineConfig } from 'vitest/config'
import { chromiumArgs, findChromium } from './bin/chromium.mjs'
import { isLong } from './tests/fixtures/long.ts'
import { Order } from './tests/order.ts'
import { compiledMessages } from './vite.config.ts'

/** Files that leave nothing behind in their process: the next file uses it and the modules that it has loaded, a second of processor time each. */
const tidy = { isolate: false }

/** Suites that need a database; one server is started for each of them. */
const onDatabase = { ...tidy, globalSetup: ['tests/global-setup.ts'], setupFiles: ['tests/cheap-hashes.ts'] }

const suite = (name: string, folders: string[], options: object = {}, outside: object = {}) => ({
  extends: true as const,
  ...outside,
  test: { name, include: folders.map((folder) => `tests/${folder}/**/*.test.{ts,tsx}`), ...options }
})

const inChromium = {
  enabled: true,
  headless: true,
  provider: playwright({
    launchOptions: { executablePath: findChromium() ?? undefined, args: chromiumArgs },
    contextOptions: { reducedMotion: 'reduce' }
  }),
  instances: [{ browser: 'chromium' }],
  viewport: { width: 1280, height: 800 },
  screenshotFailures: false,
  traceView: false,
  locators: { exact: false }
} as const

/** What pages and their tests import, bundled before the first test: one found later loads the page again in the middle of it. */
const packages = {
  noDiscovery: true,
  include: [
    '@formatjs/intl',
    'axe-core',
    '@formatjs/icu-messageformat-parser',
    '@tanstack/react-query',
    'react',
    'react/jsx-runtime',
    'react/jsx-dev-runtime',
    'react-dom',
    'react-dom/client',
    'react-dom/server',
    'valibot',
    'vitest-browser-react/pure',
    'zustand'
  ]
}

/**
 * React as the product runs it: the one for development notes where each element was made, a third of the time of these pages. Component tests keep
 * that one, for its warnings.
 */
const production = { env: { NODE_ENV: 'production' } }
const compiled = { oxc: { jsx: { development: false } } } as const

/** One project a suite; bin/test.mjs runs them all at once. */
export default defineConfig({
  plugins: [react(), compiledMessages()],
  test: {
    pool: 'forks',
    environment: 'node',
    execArgv: ['--min-semi-space-size=32', '--max-semi-space-size=64'],
    // The whole run is two at once (bin/test.mjs), on two processors: some tests wait, and the others go on.
    maxWorkers: 2,
    // Guards against a test that hangs; none expects to be done by then.
    testTimeout: 90_000,
    hookTimeout: 90_000,
    // What fails now and then has a cause.
    retry: 0,
    // Nor is what comes by itself awaited for a second only.
    expect: { poll: { timeout: 45_000 } },
    sequence: { sequencer: Order },
    projects: [
      suite('architecture', ['architecture'], tidy),
      suite('unit', ['unit'], tidy),
      suite('client', ['client', 'postgres'], tidy),
      suite('edge', ['edge'], { ...tidy, ...production }, compiled),
      suite('edge-workerd', ['workerd']),
      suite('origin', ['origin', 'contract'], onDatabase),
      // The whole stack in processes of its own, killed again and again.
      suite('kill', ['kill'], { testTimeout: 600_000, hookTimeout: 180_000 }),
      // The pages themselves in Chromium, with an API that the test answers for; one page loads their modules once.
      suite(
        'components',
        ['components'],
        { browser: inChromium, setupFiles: ['tests/components/setup.ts'], isolate: false },
        { optimizeDeps: packages }
      ),
      suite('journeys', ['journeys'], {
        ...tidy,
        setupFiles: ['tests/journeys/setup.ts'],
        globalSetup: ['tests/journeys/global-setup.ts'],
        exclude: isLong ? [] : ['tests/journeys/long/**'],
        testTimeout: 120_000,
        hookTimeout: 120_000
      }),
      // The main road and every page in Firefox and WebKit: `npm run test:engines`.
      suite('engines', ['engines'], {
        ...tidy,
        globalSetup: ['tests/journeys/global-setup.ts'],
        testTimeout: 600_000,
        hookTimeout: 120_000
      })
    ]
  }
})
