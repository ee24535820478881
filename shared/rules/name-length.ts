/** The longest name of a member, in characters. */
export const NAME_LENGTH = 24
