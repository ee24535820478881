import type { Gender } from '../../shared/api/values.ts'

/** What a member of the cast demonstrates. */
export type Role = 'free' | 'premium' | 'unconfirmed' | 'no photo' | 'mails bounce' | 'fictional'

/** A demo member with a fixed name, to log in as. */
export interface CastMember {
  name: string
  /** `<name>@cast.example`. */
  email: string
  /** The tenant they signed up on; they can be found on every site of its pool. */
  tenant: string
  role: Role
  gender: Gender
  age: number
  /** ISO 3166-2; begins with the country. */
  region: string
  photos: number
  lookingFor: readonly Gender[]
}

/** The password of every demo member. */
export const CAST_PASSWORD = 'quiet-harbour-lamp'

const member = (
  name: string,
  tenant: string,
  role: Role,
  rest: Pick<CastMember, 'gender' | 'age' | 'region' | 'photos' | 'lookingFor'>
): CastMember => ({
  name,
  email: `${name.normalize('NFD').replace(/\W/g, '').toLowerCase()}@cast.example`,
  tenant,
  role,
  ...rest
})

/** Twelve members known by name: six in the pool `dusk`, six in `meadow`. */
export const CAST: readonly CastMember[] = [
  member('Anna', 'afterdusk', 'free', { gender: 'woman', age: 34, region: 'GB-LDN', photos: 3, lookingFor: ['man', 'couple'] }),
  member('Bram', 'fluwijn', 'premium', { gender: 'man', age: 41, region: 'NL-UT', photos: 5, lookingFor: ['woman'] }),
  member('Clara', 'afterdusk', 'unconfirmed', { gender: 'woman', age: 29, region: 'IE-D', photos: 1, lookingFor: ['man', 'woman'] }),
  member('David', 'daemmerzeit', 'no photo', { gender: 'man', age: 52, region: 'DE-HH', photos: 0, lookingFor: ['woman'] }),
  member('Eline', 'fluwijn-be', 'premium', { gender: 'woman', age: 38, region: 'BE-VAN', photos: 4, lookingFor: ['man', 'woman'] }),
  member('Felix', 'skymning', 'mails bounce', { gender: 'man', age: 31, region: 'SE-AB', photos: 2, lookingFor: ['man'] }),
  member('Grace', 'harbourlight', 'free', { gender: 'woman', age: 45, region: 'GB-SCT', photos: 2, lookingFor: ['man'] }),
  member('Hugo', 'brisaluz', 'premium', { gender: 'man', age: 36, region: 'ES-CT', photos: 4, lookingFor: ['woman'] }),
  member('Inés', 'brisaluz', 'fictional', { gender: 'woman', age: 33, region: 'ES-AN', photos: 1, lookingFor: ['man'] }),
  member('Jonas', 'lygte', 'unconfirmed', { gender: 'man', age: 27, region: 'DK-82', photos: 1, lookingFor: ['woman'] }),
  member('Kaisa', 'revontuuli', 'no photo', { gender: 'woman', age: 49, region: 'FI-18', photos: 0, lookingFor: ['woman'] }),
  member('Luca', 'lumerosa', 'premium', { gender: 'man', age: 58, region: 'IT-21', photos: 3, lookingFor: ['woman'] })
]
