import { newUuid } from '../../../../widget/new-uuid.ts'
import { UploadError, uploadFile } from '../../browser/upload-file.ts'
import type { UploadedFile } from '../../browser/uploaded-file.ts'
import type { MessageContent, Quote, SendAs } from './outgoing-message.ts'

/** A file that was added to a chat's composer. */
export interface Upload {
  id: string
  chatId: string
  /** Absent for one that the server has already. */
  file: File | null
  name: string
  /** Bytes. */
  size: number
  /** Its comment, which is sent with it. */
  caption: string
  /** What it becomes, when its content does not tell. */
  sendAs: SendAs | null
  /** Whole seconds, of a recording made here. */
  duration: number | null
  /** What it answers, when no text does. */
  quote: Quote | null
  /** It leaves as soon as it is uploaded. */
  isSent: boolean
  previewUrl: string | null
  /** From 0 to 1. */
  progress: number
  uploaded: UploadedFile | null
  error: string | null
}

/** Errors that are found here; every other error is the server's own message. */
export const UNREACHABLE = 'unreachable'
export const TOO_LARGE = 'too-large'

interface Options {
  /** The largest file that the server takes. */
  maxBytes: number
  send: (chatId: string, content: MessageContent) => void
}

type Use = Partial<Pick<Upload, 'sendAs' | 'duration' | 'quote' | 'isSent'>>

/** Files on their way to the server, by chat; separate because they continue when another chat is opened. */
export class Uploads {
  #items = $state.raw<readonly Upload[]>([])
  #running = new Map<string, AbortController>()
  #options: Options

  constructor(options: Options) {
    this.#options = options
  }

  of(chatId: string): readonly Upload[] {
    return this.#items.filter((item) => item.chatId === chatId)
  }

  add(chatId: string, files: Iterable<File>, use: Use = {}): void {
    for (const file of files) {
      const previewUrl = file.type.startsWith('image/') ? URL.createObjectURL(file) : null
      const upload = {
        id: newUuid(),
        chatId,
        file,
        name: file.name,
        size: file.size,
        caption: '',
        sendAs: null,
        duration: null,
        quote: null,
        isSent: false,
        ...use,
        previewUrl,
        progress: 0,
        uploaded: null,
        error: file.size > this.#options.maxBytes ? TOO_LARGE : null,
      }
      this.#items = [...this.#items, upload]
      if (upload.error === null) void this.#run(upload)
    }
  }

  /** Adds files that the server has: those of a canned reply. */
  addStored(chatId: string, files: readonly UploadedFile[]): void {
    const stored = files.map((uploaded) => ({
      id: newUuid(),
      chatId,
      file: null,
      name: uploaded.name,
      size: uploaded.size,
      caption: '',
      sendAs: null,
      duration: null,
      quote: null,
      isSent: false,
      previewUrl: uploaded.thumbUrl,
      progress: 1,
      uploaded,
      error: null,
    }))
    this.#items = [...this.#items, ...stored]
  }

  /** What is said about a file. */
  describe(id: string, caption: string): void {
    this.#patch(id, { caption })
  }

  retry(id: string): void {
    const upload = this.#items.find((item) => item.id === id)
    if (!upload?.file) return
    this.#patch(id, { error: null, progress: 0 })
    void this.#run(upload)
  }

  /** Takes a file out of the composer; an upload under way is stopped. */
  remove(id: string): void {
    this.#running.get(id)?.abort()
    const upload = this.#items.find((item) => item.id === id)
    if (upload?.file && upload.previewUrl) URL.revokeObjectURL(upload.previewUrl)
    this.#items = this.#items.filter((item) => item.id !== id)
  }

  /**
   * Sends the files of a chat, in order: those that are not uploaded yet as soon as they are. What failed stays. The first one
   * quotes what they answer.
   */
  send(chatId: string, quote: Quote | null): void {
    const leaving = this.of(chatId).filter(({ error, isSent }) => error === null && !isSent)
    for (const [place, { id }] of leaving.entries())
      this.#patch(id, { isSent: true, quote: place === 0 ? quote : null })
    this.#sendUploaded(chatId)
  }

  async #run(upload: Upload): Promise<void> {
    const { id, file } = upload
    if (!file) return
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
    this.#sendUploaded(upload.chatId)
  }

  /** A file that is uploaded sooner than one before it waits for that one. */
  #sendUploaded(chatId: string): void {
    for (const upload of this.of(chatId)) {
      if (!upload.isSent || upload.error !== null) continue
      if (!upload.uploaded) return
      this.#sendNow(upload, upload.uploaded)
    }
  }

  #sendNow({ id, chatId, sendAs, duration, caption, quote }: Upload, file: UploadedFile): void {
    this.remove(id)
    this.#options.send(chatId, { file, sendAs, duration, text: caption.trim() || null, quote })
  }

  #patch(id: string, change: Partial<Upload>): void {
    this.#items = this.#items.map((item) => (item.id === id ? { ...item, ...change } : item))
  }
}

export function createUploads(options: Options): Uploads {
  return new Uploads(options)
}
