import { create as createDisposition } from 'content-disposition'
import { type MediaType, PICTURE_TYPES } from './media-type.ts'
import { parseRange } from './parse-range.ts'
import type { ByteRange } from './storage.ts'

interface ServedFile {
  contentType: string
  mediaType: MediaType
  fileName: string
  /** Bytes of the whole file. */
  size: number
}

interface FileResponse {
  status: 200 | 206 | 416
  headers: Record<string, string>
  /** What to read from the storage; absent for the whole file, and for 416, which has no body. */
  range?: ByteRange
}

const STRICT_POLICY = "sandbox; default-src 'none'"
/** A browser that opens a file by itself wraps it in a page of its own, which it has to style … */
const PICTURE_POLICY = `${STRICT_POLICY}; style-src 'unsafe-inline'`
/** … and which loads a recording once more, and may do so only from the same origin. Scripts stay forbidden twice. */
const RECORDING_POLICY =
  "sandbox allow-same-origin; default-src 'none'; media-src 'self'; style-src 'unsafe-inline'"

/**
 * Status and headers with which a stored file is served, so that a browser shows or plays it but never runs it.
 * `rangeHeader` is the request's Range: players jump with it.
 */
export function fileResponse(file: ServedFile, rangeHeader?: string): FileResponse {
  const range = parseRange(rangeHeader, file.size)
  if (range === 'unsatisfiable') {
    return {
      status: 416,
      headers: { ...safeHeaders(), 'content-range': `bytes */${file.size}`, 'content-length': '0' },
    }
  }
  const headers = { ...safeHeaders(), ...contentHeaders(file) }
  if (!range) return { status: 200, headers: { ...headers, 'content-length': String(file.size) } }
  return {
    status: 206,
    range,
    headers: {
      ...headers,
      'content-length': String(range.end - range.start + 1),
      'content-range': `bytes ${range.start}-${range.end}/${file.size}`,
    },
  }
}

function safeHeaders(): Record<string, string> {
  return {
    'x-content-type-options': 'nosniff',
    'content-security-policy': STRICT_POLICY,
    'cross-origin-resource-policy': 'cross-origin',
    'referrer-policy': 'no-referrer',
    'accept-ranges': 'bytes',
  }
}

function contentHeaders({ contentType, mediaType, fileName }: ServedFile): Record<string, string> {
  const isPicture = mediaType === 'PHOTO' && PICTURE_TYPES.includes(contentType)
  const isRecording = /^(AUDIO|VIDEO)$/.test(mediaType) && /^(audio|video)\//.test(contentType)
  return {
    'content-type': contentType,
    'content-disposition': createDisposition(fileName, {
      type: isPicture || isRecording ? 'inline' : 'attachment',
    }),
    'content-security-policy': isPicture ? PICTURE_POLICY : isRecording ? RECORDING_POLICY : STRICT_POLICY,
    // The bytes behind a key never change. `private`, because a shared cache could serve them to others.
    'cache-control': 'private, max-age=31536000, immutable',
  }
}
