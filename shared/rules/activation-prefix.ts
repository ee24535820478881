/** Prefix of the tokens that confirm an address: even a link that was cut off shows what it was for. */
export const ACTIVATION_PREFIX = 'activate-'
