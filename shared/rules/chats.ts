/** Conversations on a page of the list. */
export const CHATS_PER_PAGE = 100
