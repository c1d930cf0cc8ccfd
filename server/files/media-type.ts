/** The path of a file on this machine, or all of its bytes. */
export type FileContent = string | Buffer

/** How a file is shown and which media kind it becomes on the wire (contract 2.5). */
export type MediaType = 'PHOTO' | 'VIDEO' | 'AUDIO' | 'DOCUMENT'

/** Raster pictures that every browser shows and none runs. SVG is a program and is not among them. */
export const PICTURE_TYPES = [
  'image/jpeg',
  'image/png',
  'image/apng',
  'image/gif',
  'image/webp',
  'image/avif',
]
