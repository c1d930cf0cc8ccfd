/** Breaks between which a long text is best divided, the best first. */
const BREAKS = ['\n\n', '\n', ' ']

/** A text in parts of so many Unicode characters, divided between paragraphs, lines or words where there are any. */
export function splitText(text: string, length: number): string[] {
  const parts: string[] = []
  let rest = Array.from(text)
  while (rest.length > length) {
    const end = breakBefore(rest.slice(0, length))
    parts.push(rest.slice(0, end).join('').trim())
    rest = Array.from(rest.slice(end).join('').trimStart())
  }
  return [...parts, rest.join('').trim()].filter(Boolean)
}

/** Not in the first half, so that a break near the beginning makes no tiny part. */
function breakBefore(characters: string[]): number {
  const half = Math.floor(characters.length / 2)
  const [first, second] = [characters.slice(0, half).join(''), characters.slice(half).join('')]
  for (const each of BREAKS) {
    const at = second.lastIndexOf(each)
    if (at >= 0) return Array.from(first).length + Array.from(second.slice(0, at)).length
  }
  return characters.length
}
