/** Members on a page of results. */
export const PAGE_SIZE = 20
