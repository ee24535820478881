/** Who writes in the name of a fictional profile: people of the company, or a program. */
export const AUTHOR_KINDS = ['staff', 'software'] as const
