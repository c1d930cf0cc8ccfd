import { channelAddress } from '../domain/channels/channel-address.ts'
import { withoutSecrets } from '../domain/channels/without-secrets.ts'
import { clientUrl } from '../domain/deliveries/client-message.ts'
import type { Channel, ChannelKind, ChatApiSettings as ChatApiRow } from '../generated/prisma/client.ts'
import { builder } from './kit/builder.ts'
import type { GraphQLContext } from './kit/context.ts'
import { loadRow } from './kit/load.ts'
import type { Loaders } from './kit/loaders.ts'
import { type WidgetOfChannel, WidgetSettings, WidgetSettingsInput } from './widget/widget-settings.ts'

/** The settings' row of a channel, with the channel. */
interface ChatApi {
  channel: Channel
  row: ChatApiRow
}

/** What is executed for several screens shows what each of them may see. */
function seesSecrets({ viewer, shared }: Pick<GraphQLContext, 'viewer' | 'shared'>): boolean {
  return !shared && viewer?.role === 'ADMIN'
}

function shownAddress(address: string, context: Pick<GraphQLContext, 'viewer' | 'shared'>): string {
  return seesSecrets(context) ? address : withoutSecrets(address)
}

const ChatApiSettings = builder.objectRef<ChatApi>('ChatApiSettings').implement({
  description: 'The settings of a chat channel: a system that uses the REST chat API.',
  fields: (t) => ({
    serverUrl: t.string({
      description:
        'The client endpoint, as an admin entered it. Replies are posted to this address followed by `/` and the public id: see `replyUrl`. Operators and events get it without its query string, which may contain a secret.',
      resolve: ({ row }, _args, context) => shownAddress(row.serverUrl, context),
    }),
    replyUrl: t.string({
      description:
        'The exact address that replies are posted to. A query string of `serverUrl` is kept after the public id, and only shown to admins.',
      resolve: ({ channel: { publicId }, row: { serverUrl } }, _args, context) =>
        shownAddress(clientUrl({ serverUrl, publicId }), context),
    }),
    chunked: t.boolean({
      description: 'Whether replies are sent with chunked transfer encoding instead of Content-Length.',
      resolve: ({ row }) => row.chunked,
    }),
    acceptsAny2xx: t.boolean({
      description:
        'Whether any 2xx answer of the client counts as delivered, whatever its body says, unless the body is {"error":…}. When false, only 200 with {"result":"ok"} does.',
      resolve: ({ row }) => row.acceptsAny2xx,
    }),
    address: t.string({
      nullable: true,
      description:
        'The address that the client posts messages to; the same address with `/status` appended returns the status. It contains a secret: anyone who knows it can write. Null for operators, inside events, and after SECRET_KEY was changed, in which case the secret has to be rotated.',
      resolve: ({ channel, row }, _args, context) =>
        seesSecrets(context) ? channelAddress(context.services.env, channel, row) : null,
    }),
  }),
})

/** The type of the settings of each kind, and how they are read. */
const kinds = {
  CHAT_API: {
    type: ChatApiSettings,
    load: async (loaders: Loaders, channel: Channel) => ({
      channel,
      row: await loadRow(loaders.chatApiSettings, channel.id),
    }),
  },
  WIDGET: {
    type: WidgetSettings,
    load: async (loaders: Loaders, channel: Channel) => ({
      channel,
      row: await loadRow(loaders.widgetSettings, channel.id),
    }),
  },
} satisfies Record<ChannelKind, object>

export const ChannelSettings = builder.unionType('ChannelSettings', {
  description: 'The settings of one kind of channel. Clients must expect kinds that they do not know.',
  types: [ChatApiSettings, WidgetSettings],
  resolveType: ({ channel }) => kinds[channel.kind].type,
})

/** Reads the settings of a channel, in one batch with those of others. */
export async function loadSettings(loaders: Loaders, channel: Channel): Promise<ChatApi | WidgetOfChannel> {
  return kinds[channel.kind].load(loaders, channel)
}

const CreateChatApiSettings = builder.inputType('CreateChatApiSettingsInput', {
  description: 'The settings of a new chat channel.',
  fields: (t) => ({
    serverUrl: t.string({
      required: true,
      description:
        'Where to post replies: an http(s) URL, to which the public id is added as the last path segment.',
    }),
    chunked: t.boolean({ required: true, description: 'See `ChatApiSettings.chunked`.' }),
    acceptsAny2xx: t.boolean({
      required: false,
      description: 'See `ChatApiSettings.acceptsAny2xx`; false by default.',
    }),
  }),
})

const UpdateChatApiSettings = builder.inputType('UpdateChatApiSettingsInput', {
  description: 'Changes of the settings of a chat channel. Omitted fields are unchanged.',
  fields: (t) => ({
    serverUrl: t.string({ required: false, description: 'See `CreateChatApiSettingsInput.serverUrl`.' }),
    chunked: t.boolean({ required: false, description: 'See `ChatApiSettings.chunked`.' }),
    acceptsAny2xx: t.boolean({ required: false, description: 'See `ChatApiSettings.acceptsAny2xx`.' }),
  }),
})

export const CreateChannelSettings = builder.inputType('CreateChannelSettingsInput', {
  description: 'The settings of a new channel: exactly one field, for the kind of channel.',
  isOneOf: true,
  fields: (t) => ({
    chatApi: t.field({
      type: CreateChatApiSettings,
      required: false,
      description: 'A chat channel, for a system that uses the REST chat API.',
    }),
    widget: t.field({
      type: WidgetSettingsInput,
      required: false,
      description: 'A widget, for a website.',
    }),
  }),
})

export const UpdateChannelSettings = builder.inputType('UpdateChannelSettingsInput', {
  description: 'Changes of the settings of a channel: exactly one field, for the kind of channel that it is.',
  isOneOf: true,
  fields: (t) => ({
    chatApi: t.field({
      type: UpdateChatApiSettings,
      required: false,
      description: 'For a chat channel.',
    }),
    widget: t.field({ type: WidgetSettingsInput, required: false, description: 'For a widget.' }),
  }),
})
