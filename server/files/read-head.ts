import { open } from 'node:fs/promises'
import type { FileContent } from './media-type.ts'

/** The first `length` bytes, or fewer when the file is shorter. */
export async function readHead(content: FileContent, length: number): Promise<Buffer> {
  if (typeof content !== 'string') return content.subarray(0, length)
  const file = await open(content)
  try {
    const { buffer, bytesRead } = await file.read(Buffer.alloc(length), 0, length, 0)
    return buffer.subarray(0, bytesRead)
  } finally {
    await file.close()
  }
}
