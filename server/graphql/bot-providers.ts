import { createBotProvider } from '../domain/bot-providers/create-bot-provider.ts'
import { deleteBotProvider } from '../domain/bot-providers/delete-bot-provider.ts'
import { updateBotProvider } from '../domain/bot-providers/update-bot-provider.ts'
import { administeredBy } from '../domain/viewer.ts'
import { BotProfile } from '../generated/prisma/enums.ts'
import { builder } from './builder.ts'
import { viewerOf } from './context.ts'
import { encodeGlobalId } from './global-id.ts'
import { verbMutation } from './verb-mutation.ts'

const ProfileEnum = builder.enumType(BotProfile, {
  name: 'BotProfile',
  description:
    'What events carry. SEED: exactly the fields of the contract. CLASSIC: also `site_id` and `sender`. CURRENT: also `agents_online`, `channel`, `sender.has_contacts`, and the events CHAT_CLOSED and AGENT_MESSAGE.',
})

export const BotProvider = builder.prismaNode('BotProvider', {
  id: { field: 'id' },
  nullable: true,
  description: 'A bot platform (contract, interface B). Admins only.',
  findUnique: (id, context) => ({ id, ...administeredBy(viewerOf(context)), deletedAt: null }),
  authScopes: { admin: true },
  fields: (t) => ({
    name: t.exposeString('name'),
    publicId: t.exposeString('publicId', { description: "The contract's `provider_id`." }),
    endpointUrl: t.exposeString('endpointUrl', {
      description: "Events are posted to this address followed by the bot's token (B2).",
    }),
    profile: t.expose('profile', { type: ProfileEnum }),
    inboundUrl: t.string({
      description:
        "The provider posts its events to this address followed by `/` and the bot's token (B1, B3).",
      resolve: ({ publicId, tokenUrl }, _args, { services }) =>
        `${services.env.http.publicUrl}/bot/${tokenUrl ? 'providers' : 'webhooks'}/${publicId}`,
    }),
    hasAuthorization: t.boolean({
      description: 'An access token is sent, and expected, in the Authorization header.',
      resolve: ({ tokenUrl }) => tokenUrl !== null,
    }),
    tokenUrl: t.exposeString('tokenUrl', {
      nullable: true,
      description: 'Where the access token is fetched (RFC 6749, section 4.4).',
    }),
    clientId: t.exposeString('clientId', { nullable: true }),
    createdAt: t.expose('createdAt', { type: 'DateTime' }),
  }),
})

builder.queryFields((t) => ({
  botProviders: t.prismaConnection({
    type: BotProvider,
    cursor: 'id',
    description: 'Oldest first.',
    authScopes: { admin: true },
    resolve: (query, _root, _args, context) =>
      context.services.db.botProvider.findMany({
        ...query,
        where: { accountId: viewerOf(context).accountId, deletedAt: null },
        orderBy: [{ createdAt: 'asc' }, { id: 'asc' }],
      }),
  }),
  botProvider: t.prismaField({
    type: BotProvider,
    nullable: true,
    authScopes: { admin: true },
    args: { id: t.arg.globalID({ for: [BotProvider] }) },
    resolve: (query, _root, { id }, context) =>
      context.services.db.botProvider.findFirst({
        ...query,
        where: { id: id.id, accountId: viewerOf(context).accountId, deletedAt: null },
      }),
  }),
}))

verbMutation('createBotProvider', {
  description:
    'Admins only. With authorization `tokenUrl`, `clientId` and `clientSecret` are given together. PRIVATE_TARGET for an address inside the network that is not allowed.',
  input: (t) => ({
    name: t.string(),
    endpointUrl: t.string({ description: "http(s); the bot's token is added as the last path segment." }),
    profile: t.field({ type: ProfileEnum }),
    tokenUrl: t.string({ required: false }),
    clientId: t.string({ required: false }),
    clientSecret: t.string({ required: false, description: 'Kept encrypted; it cannot be read again.' }),
  }),
  resolve: (context, input) => createBotProvider(context.services, { viewer: viewerOf(context), ...input }),
  payload: (t) => ({
    botProvider: t.field({ type: BotProvider, nullable: true, resolve: ({ value }) => value }),
  }),
})

verbMutation('updateBotProvider', {
  description: 'Admins only. What is left out stays.',
  input: (t) => ({
    id: t.globalID({ for: [BotProvider] }),
    name: t.string({ required: false }),
    endpointUrl: t.string({ required: false }),
    profile: t.field({ type: ProfileEnum, required: false }),
    tokenUrl: t.string({ required: false }),
    clientId: t.string({ required: false }),
    clientSecret: t.string({ required: false }),
    removeAuthorization: t.boolean({ required: false }),
  }),
  resolve: (context, { id, ...input }) =>
    updateBotProvider(context.services, { viewer: viewerOf(context), ...input, id: id.id }),
  payload: (t) => ({
    botProvider: t.field({ type: BotProvider, nullable: true, resolve: ({ value }) => value }),
  }),
})

verbMutation('deleteBotProvider', {
  description:
    'Admins only. Its address answers 404, its bots are disconnected and their chats go to the operators.',
  input: (t) => ({ id: t.globalID({ for: [BotProvider] }) }),
  resolve: (context, { id }) => deleteBotProvider(context.services, { viewer: viewerOf(context), id: id.id }),
  payload: (t) => ({
    deletedId: t.id({
      nullable: true,
      resolve: ({ value }) => value && encodeGlobalId('BotProvider', value),
    }),
  }),
})
