import { AppError } from '../../errors.ts'
import type { FileContent } from '../media-type.ts'
import { type EncodedPicture, encodePicture } from './encode-picture.ts'
import { openPicture } from './open-picture.ts'

const SIDE = 128

/**
 * An operator's photo, 128 × 128 px, cut from the middle (contract 8, recommended avatar size). Throws AppError
 * `unsupported_media_type` for what is not a JPEG, PNG, GIF, WebP or AVIF that can be decoded.
 */
export async function makePhoto(content: FileContent): Promise<EncodedPicture> {
  try {
    return await encodePicture(openPicture(content).resize(SIDE, SIDE, { fit: 'cover' }))
  } catch (cause) {
    throw new AppError('unsupported_media_type', 'This is not a picture that can be used as a photo', {
      cause,
    })
  }
}
