/** A list of fewer can be looked through; a longer one has a field to filter it. */
export const MOST_WITHOUT_FILTER = 12
