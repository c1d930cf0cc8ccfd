import { vi } from 'vitest'
import type { VisitorPrincipal } from '../../server/domain/principal.ts'
import { followEvents } from '../../server/events/follow.ts'
import type { DeliveredEvent } from '../../server/events/follower.ts'
import type { LiveEvent } from '../../server/events/live-event.ts'
import type { Services } from '../../server/services.ts'
import { uuidv7 } from '../../server/text/uuid.ts'
import type { Desk } from './desk.ts'
import { PATIENCE_MS } from './patience.ts'

/** What one visitor is told, as their page would get it. */
export interface VisitorFeed {
  readonly told: DeliveredEvent[]
  readonly kinds: LiveEvent['kind'][]
  /** The last cursor that came. */
  readonly cursor: string | null
  waitFor(fits: (event: LiveEvent) => boolean): Promise<LiveEvent>
  close(): Promise<void>
}

/** The principal of somebody who has written to the desk's channel. */
export async function visitorOf(
  { db }: Services,
  { channel }: Desk,
  externalId: string,
): Promise<VisitorPrincipal> {
  const { id, accountId, channelId, number, key } = await db.visitor.findFirstOrThrow({
    where: { channelId: channel.id, key: externalId },
  })
  const token = { id: uuidv7(), expiresAt: new Date(Date.now() + 60_000) }
  return { kind: 'visitor', accountId, channelId, visitorId: id, number, key, token }
}

export async function openVisitorFeed(
  services: Services,
  principal: VisitorPrincipal,
  after: string | null = null,
): Promise<VisitorFeed> {
  return readFeed(await followEvents(services, { principal, after }), after)
}

/** Takes what comes as soon as it comes. `after` is the cursor that it began with. */
export function readFeed(
  batches: AsyncIterableIterator<DeliveredEvent[]>,
  after: string | null = null,
): VisitorFeed {
  const told: DeliveredEvent[] = []
  const reading = (async () => {
    for await (const batch of batches) told.push(...batch)
  })()
  return {
    told,
    get kinds() {
      return told.map(({ event }) => event.kind)
    },
    get cursor() {
      return told.findLast(({ cursor }) => cursor !== null)?.cursor ?? after
    },
    waitFor: (fits) =>
      vi.waitFor(
        () => {
          const found = told.find(({ event }) => fits(event))
          if (!found) throw new Error(`It did not come; there came: ${told.map(({ event }) => event.kind)}`)
          return found.event
        },
        { timeout: PATIENCE_MS, interval: 20 },
      ),
    async close() {
      await batches.return?.()
      await reading
    },
  }
}
