import type { Db } from '../../database/client.ts'
import { type Bus, topics } from '../../events/bus.ts'
import type { Prisma } from '../../generated/prisma/client.ts'
import { matchesHash } from '../../secrets.ts'

const withProvider = { include: { provider: true } } satisfies Prisma.BotDefaultArgs

/** A connected bot with its provider. */
export type BotEntry = Prisma.BotGetPayload<typeof withProvider>

/** What an address of the bot interface leads to; `bot` is null when the token is nobody's. */
export interface BotAddress {
  provider: BotEntry['provider']
  bot: BotEntry | null
}

/** How long an entry may serve without a look at the database; a change in any process ends it at once. */
const FRESH_MS = 5_000
const LIMIT = 10_000

interface Known {
  provider: BotEntry['provider']
  bots: BotEntry[]
  at: number
}

/** Providers and their bots, kept in memory: every event of every conversation asks for one. */
export class BotDirectory {
  readonly #db: Db
  readonly #byPublicId = new Map<string, Known>()
  readonly #byBotId = new Map<string, { bot: BotEntry; at: number }>()

  constructor(db: Db) {
    this.#db = db
  }

  async start(bus: Bus): Promise<void> {
    await bus.subscribe(topics.channels, () => {
      this.#byPublicId.clear()
      this.#byBotId.clear()
    })
  }

  /** The bot, or null when it is no longer connected. */
  async get(botId: string): Promise<BotEntry | null> {
    const known = this.#byBotId.get(botId)
    if (known && isFresh(known)) return known.bot
    const at = Date.now()
    const bot = await this.#db.bot.findFirst({ where: { id: botId, deletedAt: null }, ...withProvider })
    if (!bot) return null
    remember(this.#byBotId, botId, { bot, at })
    return bot
  }

  /** What `{provider_id}/{token}` leads to; null for an unknown provider. Whatever is refused costs a read. */
  async find(publicId: string, token: string): Promise<BotAddress | null> {
    const known = this.#byPublicId.get(publicId)
    const bot = known && isFresh(known) ? byToken(known, token) : null
    if (known && bot) return { provider: known.provider, bot }
    const read = await this.#read(publicId)
    return read && { provider: read.provider, bot: byToken(read, token) }
  }

  async #read(publicId: string): Promise<Known | null> {
    const at = Date.now()
    const found = await this.#db.botProvider.findFirst({
      where: { publicId, deletedAt: null },
      include: { bots: { where: { deletedAt: null } } },
    })
    if (!found) return null
    const { bots, ...provider } = found
    const known = { provider, bots: bots.map((bot) => ({ ...bot, provider })), at }
    remember(this.#byPublicId, publicId, known)
    return known
  }
}

function isFresh({ at }: { at: number }): boolean {
  return Date.now() - at < FRESH_MS
}

function remember<T>(entries: Map<string, T>, key: string, entry: T): void {
  if (entries.size >= LIMIT) entries.clear()
  entries.set(key, entry)
}

function byToken({ bots }: Known, token: string): BotEntry | null {
  return bots.find((bot) => matchesHash(token, bot.tokenHash)) ?? null
}
