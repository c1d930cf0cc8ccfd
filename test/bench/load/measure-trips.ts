import { type Connection, connect, type Target } from './http-client.ts'
import { openScreen, type ScreenOptions } from './screen.ts'
import { visitorMessage } from './visitor-message.ts'
import { type Pace, waitTurn } from './wait-turn.ts'

/** Messages, each from its POST to the socket of one operator; on each connection one after the other. */
export interface MeasureTrips {
  kind: 'measure-trips'
  target: Target
  screen: ScreenOptions
  connections: number
  count: number
  /** Back to back unless given. */
  pace?: Pace
}

const KNOWN_VISITORS = 20
/** A subscription stands some time after it was sent; messages before that are repeated. */
const REPEAT_MS = 250

/** Milliseconds of each trip. */
export async function measureTrips({
  target,
  screen,
  connections,
  count,
  pace,
}: MeasureTrips): Promise<number[]> {
  const expected = new Map<string, () => void>()
  const socket = await openScreen(screen, (data) => {
    for (const [marker, arrive] of expected) if (data.includes(marker)) arrive()
  })
  const run = Date.now().toString(36)
  const travel = async (connection: Connection, number: number) => {
    const marker = `${run}-${number}.`
    const body = visitorMessage(`trip-${number % KNOWN_VISITORS}`, `${marker} Where is my order?`)
    const arrived = new Promise<void>((resolve) => expected.set(marker, resolve))
    const sentAt = performance.now()
    const answered = connection.send(body)
    await Promise.race([arrived, pause(REPEAT_MS)])
    const tookMs = performance.now() - sentAt
    expected.delete(marker)
    await answered
    return tookMs
  }
  const opened = Array.from({ length: connections }, () => connect(target))
  // The first messages open the visitors' chats.
  for (let i = 0; i < 2 * KNOWN_VISITORS; i++) await travel(opened[0] as Connection, i)
  const times: number[] = []
  let next = 0
  const post = async (connection: Connection) => {
    while (next < count) {
      await waitTurn(pace)
      times.push(await travel(connection, 1000 + next++))
    }
    await connection.close()
  }
  await Promise.all(opened.map(post))
  socket.terminate()
  if (times.filter((ms) => ms >= REPEAT_MS).length > count / 10) throw new Error('messages do not arrive')
  return times
}

function pause(ms: number): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, ms))
}
