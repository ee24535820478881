/** The genders that members choose from, in the order of their buttons. */
export const GENDERS = ['woman', 'man', 'couple', 'other'] as const
