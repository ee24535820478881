import { translatorOf } from '../client/render-page.tsx'

/** What a reader is shown for a key, in English; sentences that the specification gives stay spelt out. */
export const sentence = (await translatorOf()).t
