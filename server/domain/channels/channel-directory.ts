import type { Pool } from '../../database/client.ts'
import { queryDirect } from '../../database/query-direct.ts'
import type { Bus } from '../../events/bus.ts'
import { Prisma } from '../../generated/prisma/client.ts'
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

/** Chat channels by their public id, kept in memory: the address is checked for every request of every visitor. */
export class ChannelDirectory {
  readonly #pool: Pool
  readonly #entries = new DirectoryCache((publicId) => this.#read(publicId))

  constructor(pool: Pool) {
    this.#pool = pool
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

  /** One statement for what lies in five tables: it runs again every few seconds for each channel in use. */
  async #read(publicId: string): Promise<ChannelEntry | null> {
    const rows = await queryDirect<ChannelEntry>(
      this.#pool,
      Prisma.sql`
      SELECT c.id, c."accountId", c."publicId", api."secretHash", c."pausedAt" IS NOT NULL AS paused,
             b.id AS "botId", c."botCounts" AND b.id IS NOT NULL AS "botCounts",
             ARRAY(
               SELECT u.id::text FROM "ChannelOperator" o JOIN "User" u ON u.id = o."userId"
               WHERE o."channelId" = c.id AND u.available AND u."deactivatedAt" IS NULL
             ) AS "availableOperatorIds"
      FROM "Channel" c
      JOIN "ChatApiSettings" api ON api."channelId" = c.id
      LEFT JOIN "Bot" b ON b.id = c."botId" AND b.enabled AND b."deletedAt" IS NULL
      WHERE c."publicId" = ${publicId} AND c."deletedAt" IS NULL`,
    )
    return rows[0] ?? null
  }
}
