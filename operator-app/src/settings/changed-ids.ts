/**
 * The ids, if they are others than those that are stored. A longer list than the server shows, which is replaced as a whole,
 * so stays as it is when only something else changes.
 */
export function changedIds(ids: string[], stored: readonly { id: string }[]): string[] | undefined {
  const areSame = ids.length === stored.length && stored.every(({ id }) => ids.includes(id))
  return areSame ? undefined : ids
}
