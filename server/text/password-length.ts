/** In characters, wherever a password is set. */
export const SHORTEST_PASSWORD = 10
export const LONGEST_PASSWORD = 200
