import { extname } from 'node:path'
import { fileTypeFromBuffer, fileTypeFromFile } from 'file-type'
import { detectTextType } from './detect-text-type.ts'
import type { FileContent } from './media-type.ts'
import { readHead } from './read-head.ts'

const HEAD_BYTES = 64 * 1024
const UNKNOWN = 'application/octet-stream'

/** One container for all of old Office: only the name says which program wrote it. */
const OLD_OFFICE: Record<string, string> = {
  '.doc': 'application/msword',
  '.msg': 'application/vnd.ms-outlook',
  '.ppt': 'application/vnd.ms-powerpoint',
  '.xls': 'application/vnd.ms-excel',
}

/** The content type by content. The declared name is never believed about what a browser could run. */
export async function detectContentType(content: FileContent, declaredName: string): Promise<string> {
  const text = detectTextType(await readHead(content, HEAD_BYTES), declaredName)
  const found = await detectSignature(content)
  if (!found) return text ?? UNKNOWN
  if (found === 'application/x-cfb') return OLD_OFFICE[extname(declaredName).toLowerCase()] ?? UNKNOWN
  // Pictures and recordings are never text: a letter that starts with `BM` is not a bitmap, nor a script with `GIF89a` a GIF.
  if (text && /^((image|audio|video)\/|application\/xml)/.test(found)) return text
  return found
}

async function detectSignature(content: FileContent): Promise<string | undefined> {
  try {
    const type = await (typeof content === 'string' ? fileTypeFromFile(content) : fileTypeFromBuffer(content))
    return type?.mime
  } catch {
    // A container that is cut off in its own header.
    return undefined
  }
}
