import { vi } from 'vitest'

// Some tests log in hundreds of times: they hash with the same library at a hundredth of the cost. tests/unit/password-hash.test.ts checks the real
// cost.
vi.mock('@node-rs/argon2', async (original) => {
  const argon2 = await original<typeof import('@node-rs/argon2')>()
  const hash: typeof argon2.hash = (password, options) => argon2.hash(password, { ...options, memoryCost: 64, timeCost: 1 })
  return { ...argon2, hash }
})
