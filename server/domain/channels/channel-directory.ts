import type { Db } from '../../database/client.ts'
import type { Bus } from '../../events/bus.ts'
import { hashSecret, matchesHash } from '../../secrets.ts'
import { DirectoryCache } from '../directory-cache.ts'

/** What the chat channel's adapter needs of a channel for every request. */
export interface ChannelEntry {
  id: string
  accountId: string
  publicId: string
  secretHash: Uint8Array
  paused: boolean
  /** The bot that gets new chats first. */
  botId: string | null
  /** The bot makes the channel available without an operator. */
  botCounts: boolean
  /** Operators of the channel who are available when they are connected. */
  availableOperatorIds: string[]
}

/** What a wrong public id is compared with, so that it takes as long as a wrong random string. */
const NOBODY = hashSecret('no channel')

/** Channels by their public id, kept in memory: the address is checked for every request of every visitor. */
export class ChannelDirectory {
  readonly #db: Db
  readonly #entries = new DirectoryCache((publicId) => this.#read(publicId))

  constructor(db: Db) {
    this.#db = db
  }

  start(bus: Bus): Promise<void> {
    return this.#entries.start(bus)
  }

  /**
   * The channel behind an address, or null: unknown, deleted and wrong random string are the same. Whatever is
   * refused costs exactly one read, so that the time tells nobody which public ids there are.
   */
  async find(publicId: string, secret: string): Promise<ChannelEntry | null> {
    const known = this.#entries.peek(publicId)
    if (known && matchesHash(secret, known.secretHash)) return known
    const entry = await this.#entries.refresh(publicId)
    return matchesHash(secret, entry?.secretHash ?? NOBODY) ? entry : null
  }

  async #read(publicId: string): Promise<ChannelEntry | null> {
    const channel = await this.#db.channel.findFirst({
      where: { publicId, deletedAt: null },
      select: {
        id: true,
        accountId: true,
        publicId: true,
        secretHash: true,
        pausedAt: true,
        botCounts: true,
        bot: { select: { id: true, enabled: true, deletedAt: true } },
        operators: { where: { user: { available: true, deactivatedAt: null } }, select: { userId: true } },
      },
    })
    if (!channel) return null
    const { operators, pausedAt, bot, botCounts, ...rest } = channel
    const botId = bot?.enabled && !bot.deletedAt ? bot.id : null
    return {
      ...rest,
      paused: pausedAt !== null,
      botId,
      botCounts: botCounts && botId !== null,
      availableOperatorIds: operators.map((o) => o.userId),
    }
  }
}
