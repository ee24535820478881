/** Who writes in the name of a brand's fictional profiles: people of the company, or a program. */
export const FICTIONAL_AUTHORS = ['staff', 'software'] as const

/** Who wrote a message in such a name: those, or the site itself, which says what the profile is when it is asked. */
export const AUTHOR_KINDS = [...FICTIONAL_AUTHORS, 'automatic'] as const
