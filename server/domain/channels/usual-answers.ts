import { LRUCache } from 'lru-cache'
import type { Db } from '../../database/client.ts'
import { DAY_MS, MINUTE_MS } from '../../durations.ts'
import { Prisma } from '../../generated/prisma/client.ts'
import { isEntrySql } from '../messages/entries/is-entry.ts'

/** It changes slowly: it need not be counted for every window that is opened. */
const FRESH_MS = 10 * MINUTE_MS
const CHANNELS = 10_000
/** The latest chats that it is concluded from, and how old they may be. */
const SAMPLE = 100
const SAMPLE_MS = 30 * DAY_MS
/** From fewer answers, nothing is concluded. */
const LEAST = 5
/** In minutes: visitors are told one of these, not a measurement. */
const STEPS = [1, 2, 5, 10, 15, 30, 60, 120, 240, 480, 1_440]

interface Asked {
  accountId: string
  /** Of the channel. */
  id: string
}

/** How soon operators usually answer a new chat, by what happened in the latest ones of a channel. */
export class UsualAnswers {
  readonly #db: Db
  readonly #cache = new LRUCache<string, { minutes: number | null }, Asked>({
    max: CHANNELS,
    ttl: FRESH_MS,
    fetchMethod: async (_key, _stale, { context }) => ({ minutes: await this.#find(context) }),
  })

  constructor(db: Db) {
    this.#db = db
  }

  /**
   * The minutes within which half of the chats were answered by a person, rounded up to what people say; null when fewer
   * were answered at all, when there were too few answers, and when it is more than a day.
   */
  async minutesOf(channel: Asked): Promise<number | null> {
    return (await this.#cache.fetch(channel.id, { context: channel }))?.minutes ?? null
  }

  async #find({ accountId, id }: Asked): Promise<number | null> {
    const since = new Date(Date.now() - SAMPLE_MS)
    // Two index entries are read for each chat.
    const [found] = await this.#db.$queryRaw<{ answers: number; seconds: number | null }[]>(Prisma.sql`
      SELECT count(answer.at)::int AS answers,
             nullif(percentile_disc(0.5) WITHIN GROUP (
               ORDER BY coalesce(extract(epoch FROM answer.at - question.at)::float8, 'infinity')), 'infinity') AS seconds
      FROM (
        SELECT "chatId" FROM "ArchivedChat"
        WHERE "accountId" = ${accountId}::uuid AND "channelId" = ${id}::uuid AND "closedAt" > ${since}
        ORDER BY "closedAt" DESC LIMIT ${SAMPLE}
      ) AS latest
      CROSS JOIN LATERAL (
        SELECT seq, "createdAt" AS at FROM "Message" m
        WHERE m."chatId" = latest."chatId" AND ${isEntrySql('m', 'botEvent', 'CLIENT_MESSAGE')}
        ORDER BY seq LIMIT 1
      ) AS question
      LEFT JOIN LATERAL (
        SELECT "createdAt" AS at FROM "Message" m
        WHERE m."chatId" = latest."chatId" AND m.seq > question.seq
          AND m."userId" IS NOT NULL AND ${isEntrySql('m', 'isAnswer')}
        ORDER BY seq LIMIT 1
      ) AS answer ON true`)
    const { answers = 0, seconds = null } = found ?? {}
    if (answers < LEAST || seconds === null) return null
    return STEPS.find((minutes) => minutes * 60 >= seconds) ?? null
  }
}
