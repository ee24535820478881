import react from '@vitejs/plugin-react'
import { defineConfig } from 'vitest/config'
import { compiledMessages } from './vite.config.ts'

/** Suites that need a database; one server is started for each of them. */
const onDatabase = { globalSetup: ['tests/global-setup.ts'] }

const suite = (name: string, folders: string[], options: object = {}) => ({
  extends: true as const,
  test: { name, include: folders.map((folder) => `tests/${folder}/**/*.test.{ts,tsx}`), ...options }
})

/** One project a suite; bin/test.mjs runs them all at once. */
export default defineConfig({
  plugins: [react(), compiledMessages()],
  test: {
    pool: 'forks',
    environment: 'node',
    maxWorkers: 2,
    // Guards against a test that hangs; none expects to be done by then.
    testTimeout: 90_000,
    hookTimeout: 90_000,
    // What fails now and then has a cause.
    retry: 0,
    projects: [
      suite('architecture', ['architecture']),
      suite('unit', ['unit', 'client', 'postgres']),
      suite('edge', ['edge']),
      suite('edge-workerd', ['workerd']),
      suite('origin', ['origin', 'contract'], onDatabase),
      // The whole stack in processes of its own, killed again and again.
      suite('kill', ['kill'], { testTimeout: 600_000, hookTimeout: 180_000 }),
      suite('journeys', ['journeys'], {
        globalSetup: ['tests/journeys/global-setup.ts'],
        expect: { poll: { timeout: 15_000 } },
        testTimeout: 120_000,
        hookTimeout: 120_000
      })
    ]
  }
})
