import type { ChannelKind } from '../../../generated/prisma/client.ts'
import type { KindOfChannel } from './channel-kind.ts'
import { chatApi } from './chat-api.ts'
import { widget } from './widget.ts'

/** Every kind of channel. */
export const channelKinds: Record<ChannelKind, KindOfChannel> = {
  CHAT_API: chatApi,
  WIDGET: widget,
}

const kinds = Object.keys(channelKinds) as ChannelKind[]

/** The kinds whose replies are delivered to a client. */
export const deliveredKinds = kinds.filter((kind) => channelKinds[kind].replies === 'DELIVERED')

/** The kinds by the name of their settings. */
export const kindsBySettings = new Map(kinds.map((kind) => [channelKinds[kind].settings.name, kind]))
