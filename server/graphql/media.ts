import { isOwnUrl } from '../domain/files/file-url.ts'
import type { Media as MediaShape } from '../domain/messages/media.ts'
import { builder } from './builder.ts'

export const Media = builder.objectRef<MediaShape>('Media').implement({
  description:
    'The file or place that a message shows. Which fields are set depends on the type of the message; what comes from the client is passed on unchecked.',
  fields: (t) => ({
    url: t.exposeString('file', { nullable: true, description: 'The http(s) address of the file.' }),
    thumbUrl: t.exposeString('thumb', {
      nullable: true,
      description: 'The http(s) address of a preview picture, 320 pixels wide.',
    }),
    isExternal: t.boolean({
      description:
        'Whether the file or its preview is on another server, which would learn the IP address of whoever loads it. Load it only when a person asks for it.',
      resolve: ({ file, thumb }, _args, { services }) =>
        [file, thumb].some((url) => url !== undefined && !isOwnUrl(services.env, url)),
    }),
    fileName: t.exposeString('file_name', { nullable: true, description: 'The name of the file.' }),
    fileSize: t.exposeFloat('file_size', { nullable: true, description: 'The size of the file in bytes.' }),
    duration: t.exposeFloat('duration', {
      nullable: true,
      description: 'The length of a recording in seconds.',
    }),
    width: t.exposeFloat('width', { nullable: true, description: 'The width in pixels.' }),
    height: t.exposeFloat('height', { nullable: true, description: 'The height in pixels.' }),
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
