import type { Tx } from '../../../database/client.ts'
import type { MessageType, Prisma } from '../../../generated/prisma/client.ts'
import type { Env } from '../../../process/env.ts'

/** A kind of channel: everything that differs between kinds. */
export interface KindOfChannel {
  /** The types of messages that it can show. Of others it shows the plain text. */
  renders: ReadonlySet<MessageType>
  /**
   * How an operator's or a bot's message reaches the visitor: delivered to the client's server
   * (deliveries/client-reply-kind.ts, which needs the settings of a chat channel), or only as a live event.
   */
  replies: 'DELIVERED' | 'LIVE'
  /** Its settings have a table of their own. */
  settings: {
    /** Their name in inputs, and of the relation from the channel to their row. */
    name: SettingsName
    /** The settings to store for a new channel. Throws all errors at once, including `private_target`. */
    create(env: Env, input: unknown): Promise<Prisma.ChannelCreateInput[SettingsName]>
    /** The settings to store for a change; omitted fields are unchanged. Throws as above. */
    update(env: Env, input: unknown): Promise<Prisma.ChannelUpdateInput[SettingsName]>
    /** The row of a channel. */
    read(tx: Tx, channelId: string): Promise<object | null>
  }
}

/** The relations from a channel to the settings of its kind. */
export type SettingsName = 'chatApi' | 'widget'

/** The settings of exactly one kind, by their name, as received. */
export type SettingsInput = { [name in SettingsName]?: object | null | undefined }
