import { detectContentType } from './detect-content-type.ts'
import { measureRecording } from './measure-recording.ts'
import { type FileContent, type MediaType, PICTURE_TYPES } from './media-type.ts'
import { measurePicture } from './pictures/measure-picture.ts'
import { sanitizeFileName } from './sanitize-file-name.ts'

export interface InspectedFile {
  /** The declared name made safe to show and to save. */
  fileName: string
  contentType: string
  mediaType: MediaType
  /** Pixels, pictures only, turned upright. */
  width?: number
  height?: number
  /** Whole seconds, audio and video only, if the file states it. */
  duration?: number
}

/**
 * Says what a file really is, by its content. A picture that cannot be decoded or has more than 50 megapixels,
 * and everything that a browser could run, is a DOCUMENT. Throws only when the file cannot be read.
 */
export async function inspectFile(content: FileContent, declaredName: string): Promise<InspectedFile> {
  const fileName = sanitizeFileName(declaredName)
  const contentType = await detectContentType(content, fileName)
  if (PICTURE_TYPES.includes(contentType))
    return { fileName, ...(await inspectPicture(content, contentType)) }
  if (/^(audio|video)\//.test(contentType)) {
    const recording = await measureRecording(content, contentType)
    return {
      fileName,
      ...recording,
      mediaType: recording.contentType.startsWith('audio/') ? 'AUDIO' : 'VIDEO',
    }
  }
  return { fileName, contentType, mediaType: 'DOCUMENT' }
}

async function inspectPicture(
  content: FileContent,
  contentType: string,
): Promise<Omit<InspectedFile, 'fileName'>> {
  const size = await measurePicture(content)
  if (!size) return { contentType: 'application/octet-stream', mediaType: 'DOCUMENT' }
  return { contentType, mediaType: 'PHOTO', ...size }
}
