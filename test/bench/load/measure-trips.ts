import { connect, type Target } from './http-client.ts'
import { openScreen, type ScreenOptions } from './screen.ts'
import { visitorMessage } from './visitor-message.ts'

/** One message after the other, each from its POST to the socket of one operator. */
export interface MeasureTrips {
  kind: 'measure-trips'
  target: Target
  screen: ScreenOptions
  count: number
}

const KNOWN_VISITORS = 20
/** A subscription stands some time after it was sent; messages before that are repeated. */
const REPEAT_MS = 250

/** Milliseconds of each trip. */
export async function measureTrips({ target, screen, count }: MeasureTrips): Promise<number[]> {
  let marker = ''
  let arrive: () => void = () => {}
  const socket = await openScreen(screen, (data) => {
    if (data.includes(marker)) arrive()
  })
  const connection = connect(target)
  const run = Date.now().toString(36)
  const travel = async (number: number) => {
    marker = `${run}-${number}.`
    const body = visitorMessage(`trip-${number % KNOWN_VISITORS}`, `${marker} Where is my order?`)
    const arrived = new Promise<void>((resolve) => {
      arrive = resolve
    })
    const sentAt = performance.now()
    const answered = connection.send(body)
    await Promise.race([arrived, pause(REPEAT_MS)])
    const tookMs = performance.now() - sentAt
    await answered
    return tookMs
  }
  // The first messages open the visitors' chats.
  for (let i = 0; i < 2 * KNOWN_VISITORS; i++) await travel(i)
  const times: number[] = []
  for (let i = 0; i < count; i++) times.push(await travel(i + 1000))
  await connection.close()
  socket.terminate()
  if (times.filter((ms) => ms >= REPEAT_MS).length > count / 10) throw new Error('messages do not arrive')
  return times
}

function pause(ms: number): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, ms))
}
