/** The beginning of a text that takes at most so many bytes in UTF-8, without half a character at its end. */
export function cutBytes(text: string, bytes: number): string {
  // Each unit of the text takes at least one byte.
  const encoded = Buffer.from(text.slice(0, bytes))
  // As the beginning of a stream, so that the decoder keeps an unfinished character to itself.
  return new TextDecoder('utf-8', { ignoreBOM: true }).decode(encoded.subarray(0, bytes), { stream: true })
}
