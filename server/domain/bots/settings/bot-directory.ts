import type { Db } from '../../../database/client.ts'
import type { Bus } from '../../../events/bus.ts'
import type { Prisma } from '../../../generated/prisma/client.ts'
import { matchesHash } from '../../../secrets.ts'
import { DirectoryCache } from '../../directory-cache.ts'

const withProvider = { include: { provider: true } } satisfies Prisma.BotDefaultArgs

/** A connected bot with its provider. */
export type BotEntry = Prisma.BotGetPayload<typeof withProvider>

/** What an address of the bot interface refers to; `bot` is null when the token belongs to no bot. */
export interface BotAddress {
  provider: BotEntry['provider']
  bot: BotEntry | null
}

interface ProviderEntry {
  provider: BotEntry['provider']
  bots: BotEntry[]
}

/** Providers and their bots, kept in memory: every event of every conversation needs one. */
export class BotDirectory {
  readonly #db: Db
  readonly #byPublicId = new DirectoryCache((publicId) => this.#readProvider(publicId))
  readonly #byBotId = new DirectoryCache((botId) => this.#readBot(botId))

  constructor(db: Db) {
    this.#db = db
  }

  async start(bus: Bus): Promise<void> {
    await Promise.all([this.#byPublicId.start(bus), this.#byBotId.start(bus)])
  }

  /** The bot, or null when it is no longer connected. */
  get(botId: string): Promise<BotEntry | null> {
    return this.#byBotId.get(botId)
  }

  /** What `{provider_id}/{token}` refers to; null for an unknown provider. Every refusal costs one read. */
  async find(publicId: string, token: string): Promise<BotAddress | null> {
    const known = this.#byPublicId.peek(publicId)
    const bot = known && byToken(known, token)
    if (bot) return { provider: known.provider, bot }
    const read = await this.#byPublicId.refresh(publicId)
    return read && { provider: read.provider, bot: byToken(read, token) }
  }

  #readBot(botId: string): Promise<BotEntry | null> {
    return this.#db.bot.findFirst({ where: { id: botId, deletedAt: null }, ...withProvider })
  }

  async #readProvider(publicId: string): Promise<ProviderEntry | null> {
    const found = await this.#db.botProvider.findFirst({
      where: { publicId, deletedAt: null },
      include: { bots: { where: { deletedAt: null } } },
    })
    if (!found) return null
    const { bots, ...provider } = found
    return { provider, bots: bots.map((bot) => ({ ...bot, provider })) }
  }
}

function byToken({ bots }: ProviderEntry, token: string): BotEntry | null {
  return bots.find((bot) => matchesHash(token, bot.tokenHash)) ?? null
}
