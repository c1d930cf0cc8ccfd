import { parseBuffer, parseFile } from 'music-metadata'
import type { FileContent } from './media-type.ts'

interface Recording {
  contentType: string
  /** Whole seconds, at least 1; absent when the file does not tell. */
  duration?: number
}

const NAMES: Record<string, string> = {
  'audio/x-m4a': 'audio/mp4',
  'audio/vnd.wave': 'audio/wav',
  'video/x-m4v': 'video/mp4',
}

/** How long an audio or video file runs, and whether what its container calls a video has sound only (a voice message). */
export async function measureRecording(content: FileContent, contentType: string): Promise<Recording> {
  const plain = contentType.split(';')[0] ?? contentType
  const named = NAMES[plain] ?? plain
  try {
    const options = { duration: true, skipCovers: true }
    const { format } = await (typeof content === 'string'
      ? parseFile(content, options)
      : parseBuffer(content, { mimeType: named, size: content.length }, options))
    const soundOnly = format.hasAudio === true && format.hasVideo === false
    return {
      contentType: soundOnly ? named.replace('video/', 'audio/') : named,
      ...(format.duration ? { duration: Math.max(1, Math.round(format.duration)) } : {}),
    }
  } catch {
    return { contentType: named }
  }
}
