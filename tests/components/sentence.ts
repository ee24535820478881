import { translatorOf } from '../client/render-page.tsx'

/** The English text for a key; texts that the specification gives stay spelt out in tests. */
export const sentence = (await translatorOf()).t
