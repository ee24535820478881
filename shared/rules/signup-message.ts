import type { Tenant } from '../tenants/schema.ts'

/** Longest message that can be written while signing up, on any brand. */
export const SIGNUP_MESSAGE_LENGTH = 1000

/** The same on this brand: never more than its members may send, or it couldn't be sent after confirming. */
export const longestSignupMessage = ({ message_length }: Pick<Tenant, 'message_length'>) => Math.min(SIGNUP_MESSAGE_LENGTH, message_length)
