import { within } from '../domain/viewer.ts'
import { visitorPhotoUrl } from '../domain/visitors/visitor-photo-url.ts'
import { Actor } from './actors.ts'
import { Channel } from './channels.ts'
import { builder } from './kit/builder.ts'
import { viewerOf } from './kit/context.ts'
import { related } from './kit/related.ts'

export const Visitor = builder.prismaNode('Visitor', {
  interfaces: [Actor],
  id: { field: 'id' },
  nullable: true,
  description: 'A person who writes on a channel.',
  findUnique: (id, context) => ({ id, ...within(viewerOf(context)) }),
  fields: (t) => ({
    channel: t.field({
      type: Channel,
      description: 'The channel that they write through.',
      resolve: ({ channelId }, _args, { loaders }, info) => related(loaders.channel, channelId, info),
    }),
    number: t.exposeInt('number', { description: 'Visitors are numbered 1, 2, 3 … in each account.' }),
    externalId: t.string({
      description:
        'The id by which the client knows the visitor (`sender.id`), as text. For visitors of a widget, a UUID.',
      resolve: (visitor) => visitor.key,
    }),
    name: t.exposeString('name', { nullable: true }),
    email: t.exposeString('email', { nullable: true }),
    phone: t.exposeString('phone', {
      nullable: true,
      description: 'The phone number.',
    }),
    photoUrl: t.string({
      nullable: true,
      description:
        "The visitor's picture on this server, 128 × 128 pixels. Only the server fetches the original from the client (`sender.photo`); the address returns 404 when that is not a picture.",
      resolve: (visitor, _args, { services }) => visitorPhotoUrl(services.env, visitor),
    }),
    description: t.exposeString('description', {
      nullable: true,
      description: 'A description of the visitor by an operator, a bot, the CRM or the page.',
    }),
    blacklistedAt: t.expose('blacklistedAt', {
      type: 'DateTime',
      nullable: true,
      description:
        'When they were blacklisted: since then, nothing that they send reaches the operators. Null unless they are blacklisted.',
    }),
    blacklistReason: t.exposeString('blacklistReason', {
      nullable: true,
      description: 'Why they were blacklisted.',
    }),
    pageUrl: t.exposeString('pageUrl', {
      nullable: true,
      description:
        'The page that the visitor is on. It can be any text: show it as a link only when it is an http(s) address.',
    }),
    createdAt: t.expose('createdAt', { type: 'DateTime' }),
  }),
})

builder.prismaObjectField(Visitor, 'mergedInto', (t) =>
  t.field({
    type: Visitor,
    nullable: true,
    description:
      'The visitor that this one was merged into, who now has the chats and the history. Null unless they were merged.',
    resolve: ({ mergedIntoId }, _args, { loaders }) =>
      mergedIntoId ? loaders.visitor.load(mergedIntoId) : null,
  }),
)
