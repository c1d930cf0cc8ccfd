/** Escapes a text for a LIKE pattern: wildcards stand for themselves. */
export function escapeLike(text: string): string {
  return text.replace(/[\\%_]/g, '\\$&')
}
