/** The most entries on one page of a connection. */
export const MAX_PAGE = 100

/** How many entries a page has when the caller does not say. */
export const DEFAULT_PAGE = 50

/** The most entries of a list that is not a connection, and of a list that a caller sends. */
export const MAX_LIST = 1_000

/** The most ids that `nodes` accepts. */
export const MAX_NODES = 100
