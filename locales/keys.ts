/** Keys of a part's texts. Only the names are taken: no text gets into a bundle by this. */
type KeysOf<Part> = Exclude<keyof Part, 'default'>

/** Keys of everything that a screen can say; a misspelt one is a type error. */
export type MessageKey =
  | KeysOf<typeof import('./account/en.json')>
  | KeysOf<typeof import('./acts/en.json')>
  | KeysOf<typeof import('./ban/en.json')>
  | KeysOf<typeof import('./catalogue/en.json')>
  | KeysOf<typeof import('./chat/en.json')>
  | KeysOf<typeof import('./chat-list/en.json')>
  | KeysOf<typeof import('./chat-photo/en.json')>
  | KeysOf<typeof import('./common/en.json')>
  | KeysOf<typeof import('./complaint/en.json')>
  | KeysOf<typeof import('./completion/en.json')>
  | KeysOf<typeof import('./costs/en.json')>
  | KeysOf<typeof import('./delete-account/en.json')>
  | KeysOf<typeof import('./delete-account-form/en.json')>
  | KeysOf<typeof import('./directdebit/en.json')>
  | KeysOf<typeof import('./discounts/en.json')>
  | KeysOf<typeof import('./edit/en.json')>
  | KeysOf<typeof import('./entrance/en.json')>
  | KeysOf<typeof import('./export/en.json')>
  | KeysOf<typeof import('./external-link/en.json')>
  | KeysOf<typeof import('./finder/en.json')>
  | KeysOf<typeof import('./gifts/en.json')>
  | KeysOf<typeof import('./giving/en.json')>
  | KeysOf<typeof import('./home/en.json')>
  | KeysOf<typeof import('./install/en.json')>
  | KeysOf<typeof import('./interests/en.json')>
  | KeysOf<typeof import('./landers/en.json')>
  | KeysOf<typeof import('./landing/en.json')>
  | KeysOf<typeof import('./likes/en.json')>
  | KeysOf<typeof import('./member/en.json')>
  | KeysOf<typeof import('./photos/en.json')>
  | KeysOf<typeof import('./report/en.json')>
  | KeysOf<typeof import('./saved-methods/en.json')>
  | KeysOf<typeof import('./search/en.json')>
  | KeysOf<typeof import('./shop/en.json')>
  | KeysOf<typeof import('./signup/en.json')>
  | KeysOf<typeof import('./swipe/en.json')>
  | KeysOf<typeof import('./values/en.json')>
  | KeysOf<typeof import('./withdrawals/en.json')>
