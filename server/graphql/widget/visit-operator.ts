import { publicFileUrl } from '../../domain/files/file-url.ts'
import { builder } from '../kit/builder.ts'

/** Whom a visitor speaks with: all that they may know of an operator or a bot. */
export interface Speaker {
  id: string
  name: string
  photoId: string | null
}

export const VisitOperator = builder.objectRef<Speaker>('VisitOperator').implement({
  description: 'An operator or a bot, as visitors see them.',
  fields: (t) => ({
    id: t.field({
      type: 'UUID',
      description: 'Tells them from others of the same name: it is the same wherever they appear.',
      resolve: ({ id }) => id,
    }),
    name: t.exposeString('name', { description: 'Their name.' }),
    photoUrl: t.string({
      nullable: true,
      description: 'Their photo, 128 × 128 pixels.',
      resolve: async ({ photoId }, _args, { loaders, services }) => {
        const key = photoId && (await loaders.pictureKey.load(photoId))
        return key ? publicFileUrl(services.env, key) : null
      },
    }),
  }),
})
