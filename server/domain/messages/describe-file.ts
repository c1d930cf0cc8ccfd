import { AppError } from '../../errors.ts'
import type { File, MessageType } from '../../generated/prisma/client.ts'
import type { Env } from '../../process/env.ts'
import { publicFileUrl } from '../files/file-url.ts'
import type { Media } from './media.ts'

/** What the sender says about a file. */
export interface FileUse {
  /** What to send it as when its content leaves a choice; by default, what the content is. */
  sendAs?: 'VOICE' | 'STICKER' | null | undefined
  /** Whole seconds, as the sender's program measured a recording. If the file states its length, that is used. */
  duration?: number | null | undefined
}

/** Pixels of the longer side, and bytes. Chat programs show a sticker as it is, without a smaller copy. */
const STICKER_SIDE = 512
const STICKER_BYTES = 1_000_000

/**
 * A stored file as an operator sends it: the type of the message and its fields. Throws
 * `invalid_request` for a voice message that is not a recording, and a sticker that is not a small picture.
 */
export function describeFile(
  env: Env,
  file: File,
  { sendAs, duration }: FileUse,
): { type: MessageType; media: Media } {
  const isRecording = file.mediaType === 'AUDIO' || file.mediaType === 'VIDEO'
  if (sendAs === 'VOICE' && file.mediaType !== 'AUDIO') refuse('A voice message must be an audio file.')
  if (sendAs === 'STICKER' && !isSticker(file))
    refuse(`A sticker must be a picture of at most ${STICKER_SIDE} × ${STICKER_SIDE} pixels and 1 MB.`)
  const seconds = file.duration ?? (isRecording ? duration : null)
  return {
    type: sendAs ?? file.mediaType,
    media: {
      file: publicFileUrl(env, file.key),
      fileName: file.name,
      fileSize: file.size,
      ...(seconds && { duration: seconds }),
      ...(file.width && { width: file.width }),
      ...(file.height && { height: file.height }),
      ...(file.thumbKey && { thumb: publicFileUrl(env, file.thumbKey) }),
    },
  }
}

function isSticker({ mediaType, width, height, size }: File): boolean {
  return mediaType === 'PHOTO' && Math.max(width ?? 0, height ?? 0) <= STICKER_SIDE && size <= STICKER_BYTES
}

function refuse(message: string): never {
  throw new AppError('invalid_request', message, { field: 'input.sendAs' })
}
