import { createBotProvider } from '../domain/bots/providers/create-bot-provider.ts'
import { deleteBotProvider } from '../domain/bots/providers/delete-bot-provider.ts'
import { updateBotProvider } from '../domain/bots/providers/update-bot-provider.ts'
import { administeredBy, type Viewer } from '../domain/viewer.ts'
import { BotProfile } from '../generated/prisma/enums.ts'
import { builder } from './kit/builder.ts'
import { listPage } from './kit/check-cursor.ts'
import { connectionOf } from './kit/connection.ts'
import { viewerOf } from './kit/context.ts'
import { idempotencyKey } from './kit/idempotency-key.ts'
import { deletedId, returned } from './kit/payload-fields.ts'
import { verbMutation } from './kit/verb-mutation.ts'

const ProfileEnum = builder.enumType(BotProfile, {
  name: 'BotProfile',
  description: 'Which fields and events the bots of a provider get.',
  values: {
    SEED: { description: 'Only the basic fields.' },
    CLASSIC: { description: 'The fields of SEED, `site_id` and `sender`.' },
    CURRENT: {
      description:
        'The fields of CLASSIC, `agents_online`, `channel` and `sender.has_contacts`, and also the events CHAT_CLOSED and AGENT_MESSAGE.',
    },
  },
})

export const BotProvider = builder.prismaNode('BotProvider', {
  id: { field: 'id' },
  nullable: true,
  description: 'A bot platform whose bots can answer chats. Admins only.',
  findUnique: (id, context) => ({ id, ...administeredBy(viewerOf(context)), deletedAt: null }),
  authScopes: { admin: true },
  fields: (t) => ({
    name: t.exposeString('name'),
    publicId: t.exposeString('publicId', {
      description: 'The id that is part of `inboundUrl` and does not change.',
    }),
    endpointUrl: t.exposeString('endpointUrl', {
      description: "Events are posted to this address followed by `/` and the bot's token.",
    }),
    profile: t.expose('profile', { type: ProfileEnum, description: 'Which fields and events its bots get.' }),
    inboundUrl: t.string({
      description: "The provider posts its own events to this address followed by `/` and the bot's token.",
      resolve: ({ publicId, tokenUrl }, _args, { services }) =>
        `${services.env.http.publicUrl}/bot/${tokenUrl ? 'providers' : 'webhooks'}/${publicId}`,
    }),
    hasAuthorization: t.boolean({
      description: 'Whether both sides send an access token in the Authorization header.',
      resolve: ({ tokenUrl }) => tokenUrl !== null,
    }),
    tokenUrl: t.exposeString('tokenUrl', {
      nullable: true,
      description:
        'Where access tokens are fetched with client credentials (RFC 6749, section 4.4). Null without authorization.',
    }),
    clientId: t.exposeString('clientId', {
      nullable: true,
      description: 'The client id that access tokens are fetched with. Null without authorization.',
    }),
    createdAt: t.expose('createdAt', { type: 'DateTime' }),
  }),
})

const BotProviderConnection = connectionOf('BotProvider', BotProvider, { counted: 'always' })

const presentProviders = (viewer: Viewer) => ({ accountId: viewer.accountId, deletedAt: null })

builder.queryFields((t) => ({
  botProviders: t.prismaConnection(
    {
      type: BotProvider,
      cursor: 'id',
      description: 'The bot providers of the account, oldest first. Admins only.',
      authScopes: { admin: true },
      totalCount: (_root, _args, context) =>
        context.services.db.botProvider.count({ where: presentProviders(viewerOf(context)) }),
      resolve: (query, _root, _args, context) =>
        listPage(
          context,
          query,
          { table: 'BotProvider' },
          context.services.db.botProvider.findMany({
            ...query,
            where: presentProviders(viewerOf(context)),
            orderBy: [{ createdAt: 'asc' }, { id: 'asc' }],
          }),
        ),
    },
    BotProviderConnection,
  ),
  botProvider: t.prismaField({
    type: BotProvider,
    nullable: true,
    description: 'One bot provider. Null when there is none with this id. Admins only.',
    authScopes: { admin: true },
    args: { id: t.arg.globalID({ for: [BotProvider], description: 'The `id` of the bot provider.' }) },
    resolve: (query, _root, { id }, context) =>
      context.services.db.botProvider.findFirst({
        ...query,
        where: { id: id.id, accountId: viewerOf(context).accountId, deletedAt: null },
      }),
  }),
}))

verbMutation('createBotProvider', {
  description:
    'Admins only. For authorization, give `tokenUrl`, `clientId` and `clientSecret` together, or omit all three for none.',
  errors: ['BLANK', 'FORBIDDEN', 'IDEMPOTENCY_KEY_REUSED', 'INVALID', 'PRIVATE_TARGET', 'TOO_LONG'],
  input: (t) => ({
    ...idempotencyKey(t),
    name: t.string({ description: '1 to 100 characters.' }),
    endpointUrl: t.string({
      description:
        "Where to post events: an http(s) URL, to which the bot's token is added as the last path segment.",
    }),
    profile: t.field({ type: ProfileEnum, description: 'Which fields and events its bots get.' }),
    tokenUrl: t.string({ required: false, description: 'Where to fetch access tokens: an http(s) URL.' }),
    clientId: t.string({ required: false, description: '1 to 500 characters.' }),
    clientSecret: t.string({
      required: false,
      description: '1 to 2000 characters. It is stored encrypted and cannot be read again.',
    }),
  }),
  joinsProblems: true,
  resolve: (context, input, problems) =>
    createBotProvider(context.services, { viewer: viewerOf(context), problems, ...input }),
  payload: (t) => ({
    botProvider: t.field(returned(BotProvider, 'The bot provider, as it is now.')),
  }),
})

verbMutation('updateBotProvider', {
  description: 'Admins only. Omitted fields are unchanged.',
  errors: ['BLANK', 'FORBIDDEN', 'INVALID', 'NOT_FOUND', 'PRIVATE_TARGET', 'TOO_LONG'],
  input: (t) => ({
    id: t.globalID({ for: [BotProvider], description: 'The bot provider to change.' }),
    name: t.string({ required: false, description: '1 to 100 characters.' }),
    endpointUrl: t.string({ required: false, description: 'See `CreateBotProviderInput.endpointUrl`.' }),
    profile: t.field({
      type: ProfileEnum,
      required: false,
      description: 'Which fields and events its bots get.',
    }),
    tokenUrl: t.string({ required: false, description: 'Where to fetch access tokens: an http(s) URL.' }),
    clientId: t.string({ required: false, description: '1 to 500 characters.' }),
    clientSecret: t.string({
      required: false,
      description: '1 to 2000 characters. It is stored encrypted and cannot be read again.',
    }),
    removeAuthorization: t.boolean({
      required: false,
      description: 'True to stop using access tokens and delete the credentials.',
    }),
  }),
  joinsProblems: true,
  resolve: (context, { id, ...input }, problems) =>
    updateBotProvider(context.services, { viewer: viewerOf(context), problems, ...input, id: id.id }),
  payload: (t) => ({
    botProvider: t.field(returned(BotProvider, 'The bot provider, as it is now.')),
  }),
})

verbMutation('deleteBotProvider', {
  description:
    'Admins only. Its address returns 404 from then on, its bots are disconnected and their chats go to the operators.',
  errors: ['FORBIDDEN', 'NOT_FOUND'],
  input: (t) => ({ id: t.globalID({ for: [BotProvider], description: 'The bot provider to delete.' }) }),
  resolve: (context, { id }) => deleteBotProvider(context.services, { viewer: viewerOf(context), id: id.id }),
  payload: (t) => ({
    deletedId: t.id(deletedId('BotProvider', 'The id of the deleted bot provider.')),
  }),
})
