import type { Pool } from '../../database/client.ts'
import { queryDirect } from '../../database/query-direct.ts'
import type { Bus } from '../../events/bus.ts'
import { type ChannelKind, Prisma } from '../../generated/prisma/client.ts'
import { hashSecret, matchesHash } from '../../secrets.ts'
import { DirectoryCache } from '../directory-cache.ts'
import type { OpeningHours } from '../hours/opening-hours.ts'
import { openingHoursSql } from '../hours/opening-hours-sql.ts'
import { readOpeningHours } from '../hours/read-opening-hours.ts'

/** The data of a channel that adapters need for every request. */
export interface ChannelEntry {
  id: string
  accountId: string
  kind: ChannelKind
  publicId: string
  /** Of a chat channel. */
  secretHash: Uint8Array | null
  /** Of a widget: the websites where it works; all when it is empty. */
  origins: string[] | null
  paused: boolean
  /** The bot that gets new chats first. */
  botId: string | null
  /** Whether the bot makes the channel available without an operator. */
  botCounts: boolean
  /** Whether the bot also works outside the business hours. */
  botOutsideHours: boolean
  /** Whether its visitors are, or were, asked for a rating after a chat. */
  asksForRating: boolean
  /** Its business hours, or those of the account; null when there are none. */
  hours: OpeningHours | null
  /** Operators of the channel who are available when they are connected. */
  availableOperatorIds: string[]
}

/** As the statement returns it. */
type StoredEntry = Omit<ChannelEntry, 'hours'> & { hours: Parameters<typeof readOpeningHours>[0] | null }

export type WidgetEntry = ChannelEntry & { origins: string[] }

function asWidget(entry: ChannelEntry | null): WidgetEntry | null {
  return entry?.kind === 'WIDGET' ? { ...entry, origins: entry.origins ?? [] } : null
}

/** A wrong public id is compared with this, so that it takes as long as a wrong random string. */
const NOBODY = hashSecret('no channel')

/** Channels, kept in memory: their addresses are checked for every request of every visitor. */
export class ChannelDirectory {
  readonly #pool: Pool
  readonly #entries = new DirectoryCache((publicId) => this.#read(Prisma.sql`c."publicId" = ${publicId}`))
  readonly #byId = new DirectoryCache((id) => this.#read(Prisma.sql`c.id = ${id}::uuid`))

  constructor(pool: Pool) {
    this.#pool = pool
  }

  async start(bus: Bus): Promise<void> {
    await Promise.all([this.#entries.start(bus), this.#byId.start(bus)])
  }

  /** The widget with this public id; null for an unknown or deleted one, and for a channel of another kind. */
  async findWidget(publicId: string): Promise<WidgetEntry | null> {
    return asWidget(await this.#entries.get(publicId))
  }

  /** The widget of a visitor; null when it is deleted. */
  async widgetOf({ channelId }: { channelId: string }): Promise<WidgetEntry | null> {
    return asWidget(await this.#byId.get(channelId))
  }

  /** The business hours of a channel; null when there are none. */
  async hoursOf({ channelId }: { channelId: string }): Promise<OpeningHours | null> {
    return (await this.#byId.get(channelId))?.hours ?? null
  }

  /**
   * The chat channel behind an address, or null: unknown, deleted and wrong random string are the same. Every
   * refusal costs exactly one read, so that the time does not reveal which public ids exist.
   */
  async find(publicId: string, secret: string): Promise<ChannelEntry | null> {
    const known = this.#entries.peek(publicId)
    if (known?.secretHash && matchesHash(secret, known.secretHash)) return known
    const entry = await this.#entries.refresh(publicId)
    return matchesHash(secret, entry?.secretHash ?? NOBODY) ? entry : null
  }

  /** One statement for eight tables: it runs again every few seconds for each channel in use. */
  async #read(which: Prisma.Sql): Promise<ChannelEntry | null> {
    const rows = await queryDirect<StoredEntry>(
      this.#pool,
      Prisma.sql`
      SELECT c.id, c."accountId", c.kind::text AS kind, c."publicId", api."secretHash", widget.origins, c."pausedAt" IS NOT NULL AS paused,
             b.id AS "botId", c."botCounts" AND b.id IS NOT NULL AS "botCounts", c."botOutsideHours",
             EXISTS (SELECT FROM "AutomaticMessage" a WHERE a."channelId" = c.id AND a.kind = 'RATING_REQUEST') AS "asksForRating",
             ${openingHoursSql({ accountId: Prisma.sql`c."accountId"`, channelId: Prisma.sql`c.id` })} AS hours,
             ARRAY(
               SELECT u.id::text FROM "ChannelOperator" o JOIN "User" u ON u.id = o."userId"
               WHERE o."channelId" = c.id AND u.available AND u."deactivatedAt" IS NULL
             ) AS "availableOperatorIds"
      FROM "Channel" c
      LEFT JOIN "ChatApiSettings" api ON api."channelId" = c.id
      LEFT JOIN "WidgetSettings" widget ON widget."channelId" = c.id
      LEFT JOIN "Bot" b ON b.id = c."botId" AND b.enabled AND b."deletedAt" IS NULL
      WHERE ${which} AND c."deletedAt" IS NULL`,
    )
    const [row] = rows
    return row ? { ...row, hours: row.hours && readOpeningHours(row.hours) } : null
  }
}
