import { type InspectedFile, inspectFile } from './inspect-file.ts'
import type { EncodedPicture } from './pictures/encode-picture.ts'
import { makePhoto } from './pictures/make-photo.ts'
import { makeThumbnail } from './pictures/make-thumbnail.ts'

/** A file on this machine, and how it was named. */
export interface InspectInput {
  path: string
  name: string
}

export interface Inspection {
  found: InspectedFile
  /** Of a PHOTO. */
  thumb?: EncodedPicture
}

/** The work on files of strangers that is left to a separate process; see `FileWorkers`. */
export const fileJobs = {
  async inspect({ path, name }: InspectInput): Promise<Inspection> {
    const found = await inspectFile(path, name)
    return found.mediaType === 'PHOTO' ? { found, thumb: await makeThumbnail(path) } : { found }
  },

  photo: (path: string): Promise<EncodedPicture> => makePhoto(path),
}

type FileJobs = typeof fileJobs
export type FileJobName = keyof FileJobs

export interface FileTask<Name extends FileJobName = FileJobName> {
  job: Name
  input: Parameters<FileJobs[Name]>[0]
}

/** `refused` is the message of an AppError: the file is at fault, and its sender may know. */
export type FileAnswer = { result: unknown } | { refused: string } | { failed: true }
