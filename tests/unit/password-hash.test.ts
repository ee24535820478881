import { expect, test } from 'vitest'
import { hashPassword, verifyPassword } from '../../origin/accounts/passwords/passwords.ts'

test('checking a password costs 19 MiB and two passes of Argon2id', async () => {
  const phc = await hashPassword('a quiet harbour')
  expect(phc).toMatch(/^\$argon2id\$v=19\$m=19456,t=2,p=1\$/)
  expect([await verifyPassword(phc, 'a quiet harbour'), await verifyPassword(phc, 'a loud harbour')]).toEqual([true, false])
})
