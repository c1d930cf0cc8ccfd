import { z } from 'zod'
import type { Media } from './media.ts'

/** The fields of a multimedia message as the contract names them (part 2.5), in both directions. */
export const wireMediaSchema = z.object({
  file: z.string().optional(),
  thumb: z.string().optional(),
  emoji: z.string().optional(),
  file_size: z.number().optional(),
  file_name: z.string().optional(),
  duration: z.number().optional(),
  width: z.number().optional(),
  height: z.number().optional(),
  performer: z.string().optional(),
  title: z.string().optional(),
  latitude: z.number().optional(),
  longitude: z.number().optional(),
})

type WireMedia = z.infer<typeof wireMediaSchema>

/** With every field, so that the compiler finds one that a translation omits. */
type Whole<T> = { [K in keyof Required<T>]: T[K] }

/** What goes to a client. The order is that of the bytes on the wire. */
export function toWireMedia({ fileName, fileSize, ...same }: Media): WireMedia {
  return {
    file: same.file,
    emoji: same.emoji,
    thumb: same.thumb,
    title: same.title,
    width: same.width,
    height: same.height,
    duration: same.duration,
    latitude: same.latitude,
    file_name: fileName,
    file_size: fileSize,
    longitude: same.longitude,
    performer: same.performer,
  } satisfies Whole<WireMedia>
}

/** What came from a client. */
export function fromWireMedia({ file_name, file_size, ...same }: WireMedia): Media {
  return {
    file: same.file,
    emoji: same.emoji,
    thumb: same.thumb,
    title: same.title,
    width: same.width,
    height: same.height,
    duration: same.duration,
    latitude: same.latitude,
    fileName: file_name,
    fileSize: file_size,
    longitude: same.longitude,
    performer: same.performer,
  } satisfies Whole<Media>
}
