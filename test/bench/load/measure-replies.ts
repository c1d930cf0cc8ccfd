import { randomUUID } from 'node:crypto'
import { untilReceived } from './client-server.ts'
import { connect, type Target } from './http-client.ts'
import { type Pace, waitTurn } from './wait-turn.ts'

/** One reply after the other, each from the operator's request to the client's server. */
export interface MeasureReplies {
  kind: 'measure-replies'
  target: Target
  /** The request with `%ID%` (a UUID) and `%TEXT%` in it. */
  body: string
  count: number
  /** Back to back unless given. */
  pace?: Pace
}

/** Milliseconds of each reply. */
export async function measureReplies({ target, body, count, pace }: MeasureReplies): Promise<number[]> {
  const connection = connect(target)
  const run = Date.now().toString(36)
  const times: number[] = []
  for (let i = 0; i < count; i++) {
    const marker = `${run}-${i}.`
    await waitTurn(pace)
    const received = untilReceived(marker)
    const sentAt = performance.now()
    await connection.send(body.replace('%ID%', randomUUID()).replace('%TEXT%', `${marker} It left today.`))
    await received
    times.push(performance.now() - sentAt)
  }
  await connection.close()
  return times
}
