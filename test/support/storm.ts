import { randomUUID } from 'node:crypto'
import { vi } from 'vitest'
import { PATIENCE_MS } from './patience.ts'

/** Visitors who write without a pause until the server is gone. */
export interface Storm {
  /** Message ids that were answered with 200, with the text that was sent. */
  readonly answered: Map<string, string>
  /** Resolves when this many were answered. */
  reached(count: number): Promise<void>
  /** Resolves when every visitor has noticed that nobody answers any more. */
  over(): Promise<void>
}

const VISITORS = 16

/** Posts to the channel at `address` (A2). Every text is another. */
export function startStorm(address: string): Storm {
  const answered = new Map<string, string>()
  const write = async (visitor: number) => {
    for (;;) {
      const text = randomUUID()
      const body = JSON.stringify({ sender: { id: `visitor ${visitor}` }, message: { type: 'text', text } })
      const response = await fetch(address, { method: 'POST', body })
      if (response.status !== 200) throw new Error(`A2 answers ${response.status}`)
      const { message_id: id } = (await response.json()) as { message_id: string }
      answered.set(id, text)
    }
  }
  const writers = Array.from({ length: VISITORS }, (_, visitor) => write(visitor).catch(() => undefined))
  return {
    answered,
    reached: (count) =>
      vi.waitFor(
        () => {
          if (answered.size < count) throw new Error(`${answered.size} messages so far`)
        },
        { timeout: PATIENCE_MS, interval: 10 },
      ),
    over: async () => void (await Promise.all(writers)),
  }
}
