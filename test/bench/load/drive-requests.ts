import { ascending, percentile } from '../measurement.ts'
import { connect, type Target } from './http-client.ts'
import { visitorMessage } from './visitor-message.ts'

/** Requests as fast as the connections carry them. */
export interface DriveRequests {
  kind: 'drive-requests'
  target: Target
  connections: number
  seconds: number
  /** Absent: GET requests. */
  visitors?: Visitors
}

/** Who writes: `known` visitors in turn, and new ones for the share `newShare` of the messages. */
interface Visitors {
  prefix: string
  known: number
  newShare: number
}

export interface Driven {
  perSecond: number
  /** Milliseconds. */
  p50: number
  p99: number
}

export async function driveRequests(task: DriveRequests): Promise<Driven> {
  const times: number[] = []
  const bodies = task.visitors && visitorBodies(task.visitors)
  const startedAt = performance.now()
  const until = startedAt + task.seconds * 1000
  const drive = async () => {
    const connection = connect(task.target)
    while (performance.now() < until) {
      const sentAt = performance.now()
      await connection.send(bodies?.())
      times.push(performance.now() - sentAt)
    }
    await connection.close()
  }
  await Promise.all(Array.from({ length: task.connections }, drive))
  const seconds = (performance.now() - startedAt) / 1000
  const sorted = ascending(times)
  return {
    perSecond: times.length / seconds,
    p50: percentile(sorted, 0.5),
    p99: percentile(sorted, 0.99),
  }
}

function visitorBodies({ prefix, known, newShare }: Visitors): () => string {
  const run = Date.now().toString(36)
  let count = 0
  let due = 0
  return () => {
    count++
    due += newShare
    const isNew = due >= 1
    if (isNew) due--
    const visitor = isNew ? `${prefix}-new-${run}-${count}` : `${prefix}-${count % known}`
    return visitorMessage(visitor, `${run} ${count}: is the blue one still in stock?`)
  }
}
