import { builder } from './kit/builder.ts'
import { viewerOf } from './kit/context.ts'

export const FileRef = builder.prismaNode('File', {
  id: { field: 'id' },
  nullable: true,
  description: 'A file that the viewer has uploaded with POST /files.',
  findUnique: (id, context) => ({
    id,
    accountId: viewerOf(context).accountId,
    ownerId: viewerOf(context).userId,
  }),
  fields: (t) => ({
    name: t.exposeString('name'),
    size: t.exposeInt('size', { description: 'The size in bytes.' }),
    duration: t.exposeInt('duration', {
      nullable: true,
      description: 'The length of a recording in whole seconds. Null when the file does not state it.',
    }),
    contentType: t.exposeString('contentType', { description: 'The media type, detected from the content.' }),
  }),
})
