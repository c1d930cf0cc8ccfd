import { within } from '../domain/viewer.ts'
import { visitorPhotoUrl } from '../domain/visitors/visitor-photo-url.ts'
import { builder } from './builder.ts'
import { viewerOf } from './context.ts'

export const Visitor = builder.prismaNode('Visitor', {
  id: { field: 'id' },
  nullable: true,
  description: 'Somebody who writes through a channel.',
  findUnique: (id, context) => ({ id, ...within(viewerOf(context)) }),
  fields: (t) => ({
    number: t.exposeInt('number', { description: 'Visitors are numbered 1, 2, 3 … in each account.' }),
    externalId: t.string({
      description: 'The id that the client knows the visitor by (`sender.id`), as text.',
      resolve: (visitor) => visitor.key,
    }),
    name: t.exposeString('name', { nullable: true }),
    email: t.exposeString('email', { nullable: true }),
    phone: t.exposeString('phone', { nullable: true }),
    photoUrl: t.string({
      nullable: true,
      description:
        "Where this server shows the visitor's picture, 128 × 128 px; 404 when what the client named is none. The client's own address (`sender.photo`) is fetched by the server alone.",
      resolve: (visitor, _args, { services }) => visitorPhotoUrl(services.env, visitor),
    }),
    description: t.exposeString('description', {
      nullable: true,
      description: 'What a bot has found out about the visitor.',
    }),
    pageUrl: t.exposeString('pageUrl', {
      nullable: true,
      description: 'The page where the visitor is; any text, a link only when it is http(s).',
    }),
    createdAt: t.expose('createdAt', { type: 'DateTime' }),
  }),
})
