import { PAGE_HEADER, screenHeader } from './request-headers.ts'
import type { UploadedFile } from './uploaded-file.ts'

/** The upload did not work; `message` is the server's own, or null when it was not reached. */
export class UploadError extends Error {
  readonly fromServer: string | null

  constructor(fromServer: string | null) {
    super(fromServer ?? 'The server was not reached.')
    this.name = 'UploadError'
    this.fromServer = fromServer
  }
}

interface UploadOptions {
  signal: AbortSignal
  /** Called with the part that has been sent, from 0 to 1. */
  onProgress?: (part: number) => void
}

/** Uploads one file. Throws UploadError, and AbortError when the signal was used. */
export function uploadFile(file: File, options: UploadOptions): Promise<UploadedFile> {
  const { promise, resolve, reject } = deferred<UploadedFile>()
  // fetch cannot tell how much of a body has been sent.
  const request = new XMLHttpRequest()
  request.open('POST', '/files')
  for (const [name, value] of Object.entries({ ...PAGE_HEADER, ...screenHeader() }))
    request.setRequestHeader(name, value)
  request.responseType = 'json'
  request.upload.addEventListener('progress', (event) => {
    if (event.lengthComputable) options.onProgress?.(event.loaded / event.total)
  })
  request.addEventListener('load', () => {
    if (request.status === 201) resolve(request.response as UploadedFile)
    else reject(new UploadError(readMessage(request.response)))
  })
  request.addEventListener('error', () => reject(new UploadError(null)))
  request.addEventListener('abort', () => reject(new DOMException('Cancelled', 'AbortError')))
  options.signal.addEventListener('abort', () => request.abort())
  const body = new FormData()
  body.append('file', file)
  request.send(body)
  return promise
}

function readMessage(body: unknown): string | null {
  const error = (body as { error?: { message?: unknown } } | null)?.error
  return typeof error?.message === 'string' ? error.message : null
}

function deferred<Value>() {
  let resolve!: (value: Value) => void
  let reject!: (reason: unknown) => void
  const promise = new Promise<Value>((yes, no) => {
    resolve = yes
    reject = no
  })
  return { promise, resolve, reject }
}
