/** A text as part of a pattern for LIKE: what stands for other characters there stands for itself. */
export function escapeLike(text: string): string {
  return text.replace(/[\\%_]/g, '\\$&')
}
