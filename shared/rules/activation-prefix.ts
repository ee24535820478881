/** Beginning of the tokens that confirm an address: a link that lost its end on the way still says what it was for. */
export const ACTIVATION_PREFIX = 'activate-'
