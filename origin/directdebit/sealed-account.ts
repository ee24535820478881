import { hmac } from '../../shared/auth/bytes.ts'
import type { Deps } from '../deps.ts'
import { seal, unseal } from '../seal.ts'
import type { MandateRow } from './store.ts'

/** A bank account and who holds it. */
export interface Account {
  holder: string
  iban: string
}

type Keys = Pick<Deps, 'secrets'>

const place = (publicId: string) => `debit_mandates.${publicId}`

/** Encrypts an account for the row of this mandate. */
export function sealAccount({ secrets }: Keys, publicId: string, account: Account): Buffer {
  return seal(secrets.app, place(publicId), JSON.stringify(account))
}

/** Decrypts the account of a mandate. */
export function accountOf({ secrets }: Keys, { public_id: id, account }: Pick<MandateRow, 'public_id' | 'account'>): Account {
  return JSON.parse(unseal(secrets.app, place(id), account)) as Account
}

/** This mandate, unless APP_SECRET has changed since it was made: without its account nothing can be collected, and the member signs another one. */
export function ifReadable(keys: Keys, mandate: MandateRow | undefined): MandateRow | undefined {
  try {
    if (mandate) accountOf(keys, mandate)
    return mandate
  } catch {
    return undefined
  }
}

/** Says whether two IBANs are the same without saying which. */
export async function ibanKeyOf({ secrets }: Keys, iban: string): Promise<string> {
  return await hmac(secrets.app, `iban\n${iban}`)
}

/** The code of one mandate, as it is stored. */
export async function codeKeyOf({ secrets }: Keys, publicId: string, code: string): Promise<string> {
  return await hmac(secrets.app, `direct debit code\n${publicId}\n${code}`)
}
