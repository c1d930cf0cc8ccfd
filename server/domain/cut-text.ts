/** The first `length` Unicode characters (code points, never half of one). */
export function cutText(text: string, length: number): string {
  // A code point takes at most two units, so most texts need no look at their characters.
  if (text.length <= length) return text
  return Array.from(text.slice(0, length * 2))
    .slice(0, length)
    .join('')
}
