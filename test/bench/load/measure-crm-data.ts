import { cardOf } from './crm.ts'
import { connect, type Target } from './http-client.ts'
import { openScreen, type ScreenOptions } from './screen.ts'

/** Chats that an operator accepts one after the other, each until what the CRM answers is at the operator's socket. */
export interface MeasureCrmData {
  kind: 'measure-crm-data'
  target: Target
  screen: ScreenOptions
  /** The request with `%CHAT%` in it. */
  body: string
  chats: { id: string; number: number }[]
}

const LIMIT_MS = 5_000
/** A subscription stands some time after it was sent: these do not count. */
const WARM_UP = 5

/** Milliseconds of each chat. */
export async function measureCrmData({ target, screen, body, chats }: MeasureCrmData): Promise<number[]> {
  let expected = ''
  let arrive = () => {}
  const socket = await openScreen(screen, (data) => {
    if (data.includes(expected)) arrive()
  })
  const connection = connect(target)
  const times: number[] = []
  for (const [index, { id, number }] of chats.entries()) {
    expected = cardOf(number)
    const shown = new Promise<void>((resolve) => {
      arrive = resolve
    })
    const acceptedAt = performance.now()
    const answered = connection.send(body.replace('%CHAT%', id))
    await Promise.race([shown, new Promise((resolve) => setTimeout(resolve, LIMIT_MS))])
    if (index >= WARM_UP) times.push(performance.now() - acceptedAt)
    await answered
  }
  await connection.close()
  socket.terminate()
  if (times.some((ms) => ms >= LIMIT_MS)) throw new Error('the data of a chat does not arrive')
  return times
}
