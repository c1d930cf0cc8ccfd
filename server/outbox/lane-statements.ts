import { BatchQueue } from '../database/batch-queue.ts'
import type { Pool } from '../database/client.ts'
import { queryDirect } from '../database/query-direct.ts'
import type { Announcer } from '../events/announce.ts'
import type { OutboxItem } from '../generated/prisma/client.ts'
import { type ClaimRequest, claimHeads, type Head, keepPayloads, type MadePayload } from './claim-heads.ts'
import type { BusySlots } from './lane-slots.ts'
import type { OutboxKind } from './outbox-kind.ts'
import {
  type AttemptWrite,
  type WriteResult,
  type WrittenRow,
  writeAttempts,
  writtenFrom,
} from './write-attempts.ts'

interface Options<Target> {
  pool: Pool
  announcer: Announcer
  kind: OutboxKind<Target>
  /** Who gets nothing more at the moment. */
  busy(): BusySlots
}

/** The statements for the steps in the lanes of a kind; simultaneous requests share one. */
export class LaneStatements<Target> {
  readonly #claims: BatchQueue<ClaimRequest, Head<Target> | null>
  readonly #payloads: BatchQueue<MadePayload, string>
  readonly #attempts: BatchQueue<AttemptWrite, WriteResult>

  constructor({ pool, announcer, kind, busy }: Options<Target>) {
    this.#claims = new BatchQueue({
      keyOf: ({ lane }) => lane,
      async run(lanes) {
        const heads = await claimHeads(pool, kind, { lanes, now: new Date(), busy: busy() })
        return lanes.map(({ lane }) => {
          const head = heads.get(lane)
          return head?.isLocked && lanes.length > 1 ? undefined : (head ?? null)
        })
      },
    })
    this.#payloads = new BatchQueue({ keyOf: ({ id }) => id, run: (made) => keepPayloads(pool, made) })
    this.#attempts = new BatchQueue({
      keyOf: ({ item }) => item.id,
      async run(writes) {
        const rows = await queryDirect<WrittenRow>(pool, writeAttempts(writes))
        const { written, recorded } = writtenFrom(rows, writes)
        announcer.announce(recorded)
        return written.map((one) => (one.isMissing && writes.length > 1 ? undefined : one))
      },
    })
  }

  /** Claims the oldest pending item of a lane if it is due; null when nothing is pending. See `claimHeads`. */
  claimHead(asked: ClaimRequest): Promise<Head<Target> | null> {
    return this.#claims.add(asked)
  }

  /** Returns the payload that every attempt sends. See `keepPayloads`. */
  async keepPayload(
    { id, claimedUntil }: Pick<OutboxItem, 'id' | 'claimedUntil'>,
    payload: string,
  ): Promise<string> {
    return (await this.#payloads.add({ id, claimedUntil, payload })) ?? payload
  }

  /** Records an attempt, and announces its events. See `writeAttempts`. */
  writeAttempt(write: AttemptWrite): Promise<WriteResult> {
    return this.#attempts.add(write)
  }
}
