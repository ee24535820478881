/** Kinds of file that are taken, and how long one may be. */
export const PHOTO_FILE = { types: ['image/jpeg', 'image/png', 'image/webp'], maxBytes: 10 * 1024 * 1024 } as const
