/** Stands for the route of the 404 page, which has none. */
export const EVERYWHERE = { withoutBanners: [] }
