import { spawn } from 'node:child_process'
import { ROOT } from './settings.ts'

// `npm run test:postgres -- postgres://user:password@host/database`: the origin's suite against a server of your own. The user must be allowed to
// create databases; the suite removes what it creates there.
const url = process.argv[2] ?? ''
if (!/^postgres(ql)?:\/\//.test(url)) {
  console.error('Say which server: npm run test:postgres -- postgres://user:password@host:5432/postgres')
  process.exit(1)
}
const tests = spawn(process.execPath, [`${ROOT}bin/test.mjs`, 'origin'], {
  stdio: 'inherit',
  env: { ...process.env, TEST_DATABASE_URL: url }
})
tests.on('exit', (code) => process.exit(code ?? 1))
