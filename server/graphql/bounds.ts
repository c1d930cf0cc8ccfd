/** Lists that can grow give at most this many entries at once. */
export const MAX_PAGE = 100

/** How many entries a page has that does not ask for a number. */
export const DEFAULT_PAGE = 50

/** A list that is no connection holds at most this many entries, and so does a list that is sent to us. */
export const MAX_LIST = 500

/** `nodes` reads at most this many. */
export const MAX_NODES = 100
