/** Reads UTF-8 text up to `maxBytes`. A longer text is cut, and the stream (with its connection) closed. */
export async function readLimited(
  stream: AsyncIterable<Uint8Array>,
  maxBytes: number,
): Promise<{ text: string; truncated: boolean }> {
  const { bytes, truncated } = await readLimitedBytes(stream, maxBytes)
  return { text: new TextDecoder().decode(bytes), truncated }
}

/** The same for binary data. */
export async function readLimitedBytes(
  stream: AsyncIterable<Uint8Array>,
  maxBytes: number,
): Promise<{ bytes: Buffer; truncated: boolean }> {
  const chunks: Uint8Array[] = []
  let size = 0
  for await (const chunk of stream) {
    chunks.push(chunk)
    size += chunk.length
    if (size > maxBytes) break
  }
  return { bytes: Buffer.concat(chunks).subarray(0, maxBytes), truncated: size > maxBytes }
}
