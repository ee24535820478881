/** Conversations per page of the list. */
export const CHATS_PER_PAGE = 100
