/** The picker of emojis. */
export const enEmoji = {
  pick: 'Insert an emoji',
  list: 'Emojis',
  search: 'Search emojis',
  found: 'Found',
  recent: 'Recently used',
  none: 'No emoji found',
  /** By the numbers of the groups in the data. */
  groups: {
    0: 'Smileys',
    1: 'People',
    3: 'Animals and nature',
    4: 'Food and drink',
    5: 'Travel and places',
    6: 'Activities',
    7: 'Objects',
    8: 'Symbols',
    9: 'Flags',
  },
}
