/** The server's answer to an upload. */
export interface UploadedFile {
  id: string
  name: string
  size: number
  mediaType: 'PHOTO' | 'VIDEO' | 'AUDIO' | 'DOCUMENT'
  url: string
  thumbUrl: string | null
  width: number | null
  height: number | null
  /** Whole seconds, of a recording that tells. */
  duration: number | null
}
