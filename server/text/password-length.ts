/** The length of a password in characters, wherever one is set. */
export const SHORTEST_PASSWORD = 10
export const LONGEST_PASSWORD = 200
