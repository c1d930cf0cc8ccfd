import { isOwnUrl } from '../domain/files/file-url.ts'
import type { Media as MediaShape } from '../domain/messages/media.ts'
import { builder } from './kit/builder.ts'

const INT_MAX = 2 ** 31 - 1

export const Media = builder.objectRef<MediaShape>('Media').implement({
  description:
    'The file or place that a message shows. Which fields are set depends on the type of the message; values from the client are passed on unchecked.',
  fields: (t) => ({
    url: t.exposeString('file', { nullable: true, description: 'The http(s) address of the file.' }),
    thumbUrl: t.exposeString('thumb', {
      nullable: true,
      description: 'The http(s) address of a preview picture, 320 pixels wide.',
    }),
    isExternal: t.boolean({
      description:
        'Whether the file or its preview is on another server, which learns the IP address of anyone who loads it. Load it only when a person asks for it.',
      resolve: ({ file, thumb }, _args, { services }) =>
        [file, thumb].some((url) => url !== undefined && !isOwnUrl(services.env, url)),
    }),
    fileName: t.exposeString('fileName', { nullable: true, description: 'The name of the file.' }),
    fileSize: t.int({
      nullable: true,
      description: 'Like `fileBytes`, but null when it is 2 GiB or more.',
      resolve: (media) => wholeNumber(media.fileSize),
    }),
    fileBytes: t.field({
      type: 'ByteCount',
      nullable: true,
      description: 'The size of the file in bytes, however large. Null when it is unknown.',
      resolve: ({ fileSize }) => (fileSize === undefined ? null : Math.round(fileSize)),
    }),
    duration: t.int({
      nullable: true,
      description: 'The length of a recording in whole seconds.',
      resolve: (media) => wholeNumber(media.duration),
    }),
    width: t.int({
      nullable: true,
      description: 'The width in pixels.',
      resolve: (media) => wholeNumber(media.width),
    }),
    height: t.int({
      nullable: true,
      description: 'The height in pixels.',
      resolve: (media) => wholeNumber(media.height),
    }),
    emoji: t.exposeString('emoji', {
      nullable: true,
      description: 'An emoji that can stand for the file.',
    }),
    performer: t.exposeString('performer', { nullable: true, description: 'Who performs an audio file.' }),
    title: t.exposeString('title', { nullable: true, description: 'The title of an audio file or a place.' }),
    latitude: t.exposeFloat('latitude', {
      nullable: true,
      description: 'The latitude in degrees, −90 to 90.',
    }),
    longitude: t.exposeFloat('longitude', {
      nullable: true,
      description: 'The longitude in degrees, −180 to 180.',
    }),
  }),
})

/** What a client sends can be larger than an Int. */
/** A whole number that a client sent, as an Int; null when it does not fit. */
export function wholeNumber(value: number | undefined): number | null {
  if (value === undefined || Math.abs(value) > INT_MAX) return null
  return Math.round(value)
}
