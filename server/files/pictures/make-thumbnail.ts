import type { FileContent } from '../media-type.ts'
import { type EncodedPicture, encodePicture } from './encode-picture.ts'
import { openPicture } from './open-picture.ts'

const WIDTH = 320
/** Keeps a strip of 1 × 50,000 pixels within what image formats can hold. */
const MAX_HEIGHT = 16_000

/**
 * The `thumb` of a picture (contract 2.5): 320 px wide, a narrower picture keeps its width. Only for what
 * inspectFile called a PHOTO; throws when the picture cannot be decoded.
 */
export function makeThumbnail(content: FileContent): Promise<EncodedPicture> {
  const size = { width: WIDTH, height: MAX_HEIGHT, fit: 'inside', withoutEnlargement: true } as const
  return encodePicture(openPicture(content).resize(size))
}
