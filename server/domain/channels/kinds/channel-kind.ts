import type { Env } from '../../../env.ts'
import type { MessageType, Prisma } from '../../../generated/prisma/client.ts'

/** What one kind of channel is. The only things that differ between kinds. */
export interface KindOfChannel {
  /** The types of messages that it shows as they are. Of others it shows the plain text. */
  renders: ReadonlySet<MessageType>
  /** How an operator's or a bot's message reaches the visitor: delivered to the client, or as a live event alone. */
  replies: 'DELIVERED' | 'LIVE'
  /** Its settings have a table of their own. */
  settings: {
    /** Their name in inputs, and of the relation from the channel to their row. */
    name: SettingsName
    /** What is stored with a new channel. Throws everything that is wrong at once, also `private_target`. */
    create(env: Env, input: unknown): Promise<Prisma.ChannelCreateInput[SettingsName]>
    /** What is stored of a change; omitted fields are unchanged. Throws as above. */
    update(env: Env, input: unknown): Promise<Prisma.ChannelUpdateInput[SettingsName]>
  }
}

/** The relations from a channel to the settings of its kind. */
export type SettingsName = 'chatApi' | 'widget'

/** The settings of exactly one kind, by their name, as they come in. */
export type SettingsInput = { [name in SettingsName]?: object | null | undefined }
