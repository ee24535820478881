/** For a list that finds members: coming back to the window must not take a card away that was just liked. */
export const KEEPS_CARDS = { refetchOnWindowFocus: false }
