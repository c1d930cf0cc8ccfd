import type { FileContent } from '../media-type.ts'
import { openPicture } from './open-picture.ts'

/** Width and height in pixels as a viewer sees them (turned upright), or undefined when the picture cannot be decoded to its end. */
export async function measurePicture(
  content: FileContent,
): Promise<{ width: number; height: number } | undefined> {
  try {
    const { autoOrient } = await openPicture(content).metadata()
    // The header alone would also pass for a picture that is cut off or has no pixels behind it.
    await openPicture(content).resize(16).raw().toBuffer()
    return autoOrient
  } catch {
    return undefined
  }
}
