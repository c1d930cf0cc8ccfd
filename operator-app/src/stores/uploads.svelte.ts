import { UploadError, uploadFile } from './upload-file.ts'
import type { UploadedFile } from './uploaded-file.ts'

/** A file that was added to a chat's composer. */
export interface Upload {
  id: string
  chatId: string
  file: File
  previewUrl: string | null
  /** From 0 to 1. */
  progress: number
  uploaded: UploadedFile | null
  error: string | null
}

/** The error of an upload that did not reach the server; every other error is the server's own message. */
export const UNREACHABLE = 'unreachable'

/** Files on their way to the server, by chat; separate because they go on when another chat is opened. */
export class Uploads {
  #items = $state.raw<readonly Upload[]>([])
  #running = new Map<string, AbortController>()

  of(chatId: string): readonly Upload[] {
    return this.#items.filter((item) => item.chatId === chatId)
  }

  add(chatId: string, files: Iterable<File>): void {
    for (const file of files) {
      const previewUrl = file.type.startsWith('image/') ? URL.createObjectURL(file) : null
      const upload = {
        id: crypto.randomUUID(),
        chatId,
        file,
        previewUrl,
        progress: 0,
        uploaded: null,
        error: null,
      }
      this.#items = [...this.#items, upload]
      void this.#run(upload)
    }
  }

  retry(id: string): void {
    const upload = this.#items.find((item) => item.id === id)
    if (!upload) return
    this.#patch(id, { error: null, progress: 0 })
    void this.#run(upload)
  }

  /** Takes a file out of the composer; an upload under way is stopped. */
  remove(id: string): void {
    this.#running.get(id)?.abort()
    const upload = this.#items.find((item) => item.id === id)
    if (upload?.previewUrl) URL.revokeObjectURL(upload.previewUrl)
    this.#items = this.#items.filter((item) => item.id !== id)
  }

  /** Hands out the files that are ready, in order, and takes them out of the composer. */
  take(chatId: string): UploadedFile[] {
    const ready = this.of(chatId).filter((item) => item.uploaded !== null)
    for (const item of ready) this.remove(item.id)
    return ready.flatMap((item) => item.uploaded ?? [])
  }

  async #run(upload: Upload): Promise<void> {
    const { id, file } = upload
    const controller = new AbortController()
    this.#running.set(id, controller)
    try {
      const onProgress = (progress: number) => this.#patch(id, { progress })
      const uploaded = await uploadFile(file, { signal: controller.signal, onProgress })
      this.#patch(id, { uploaded, progress: 1 })
    } catch (error) {
      if (error instanceof UploadError) this.#patch(id, { error: error.fromServer ?? UNREACHABLE })
    } finally {
      this.#running.delete(id)
    }
  }

  #patch(id: string, change: Partial<Upload>): void {
    this.#items = this.#items.map((item) => (item.id === id ? { ...item, ...change } : item))
  }
}

export function createUploads(): Uploads {
  return new Uploads()
}
