import type { Db } from '../../database/client.ts'
import { type Bus, topics } from '../../events/bus.ts'
import { hashSecret, matchesHash } from '../../secrets.ts'

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

/** How long an entry may serve without a look at the database; a change in any process ends it at once. */
const FRESH_MS = 5_000
const LIMIT = 10_000
/** What a wrong public id is compared with, so that it takes as long as a wrong random string. */
const NOBODY = hashSecret('no channel')

/** Channels by their public id, kept in memory: the address is checked for every request of every visitor. */
export class ChannelDirectory {
  readonly #db: Db
  readonly #entries = new Map<string, { entry: ChannelEntry; at: number }>()
  readonly #reading = new Map<string, Promise<ChannelEntry | null>>()

  constructor(db: Db) {
    this.#db = db
  }

  async start(bus: Bus): Promise<void> {
    await bus.subscribe(topics.channels, () => this.#entries.clear())
  }

  /**
   * The channel behind an address, or null: unknown, deleted and wrong random string are the same. Whatever is
   * refused costs exactly one read, so that the time tells nobody which public ids there are.
   */
  async find(publicId: string, secret: string): Promise<ChannelEntry | null> {
    const known = this.#entries.get(publicId)
    if (known && Date.now() - known.at < FRESH_MS && matchesHash(secret, known.entry.secretHash))
      return known.entry
    const at = Date.now()
    const entry = await this.#readOnce(publicId)
    if (!matchesHash(secret, entry?.secretHash ?? NOBODY) || !entry) return null
    if (this.#entries.size >= LIMIT) this.#entries.clear()
    this.#entries.set(publicId, { entry, at })
    return entry
  }

  /** Many visitors of one channel wait for one read. */
  #readOnce(publicId: string): Promise<ChannelEntry | null> {
    const reading = this.#reading.get(publicId)
    if (reading) return reading
    const read = this.#read(publicId).finally(() => this.#reading.delete(publicId))
    this.#reading.set(publicId, read)
    return read
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
