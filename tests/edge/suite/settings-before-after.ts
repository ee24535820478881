import { aTenant } from '../../fixtures/tenants.ts'

/** A brand, and its settings after a change that its pages show. */
export const VELVET = aTenant()
export const NEWER = aTenant({ index_title: { nl: 'Nieuwe titel' } }, 2)

export const titleOf = async (response: Response): Promise<string | undefined> => /<title>(.*?)<\/title>/.exec(await response.text())?.[1]
