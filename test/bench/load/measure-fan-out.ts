import { once } from 'node:events'
import type { WebSocket } from 'ws'
import { connect, type Target } from './http-client.ts'
import { openScreen, type ScreenOptions, type Subscription } from './screen.ts'
import { visitorMessage } from './visitor-message.ts'

/** Opens, or closes, screens on an address until there are `count`. */
export interface OpenScreens {
  kind: 'open-screens'
  count: number
  url: string
  /** For the next screens, a cookie for each; absent for raw sockets. */
  subscription?: { query: string; cookies: string[]; origin: string; others?: Subscription[] }
}

/** Messages to all screens of an address; each driver sends its next one when all screens have its last. */
export interface MeasureFanOut {
  kind: 'measure-fan-out'
  target: Target
  screensUrl: string
  drivers: number
  seconds: number
}

const KNOWN_VISITORS = 20
const OPEN_AT_ONCE = 50
const WARM_UP_MS = 500
const WARM_UPS = 60
const MARK = Buffer.from('fan-out #')

const opened = new Map<string, WebSocket[]>()
/** Messages on their way, by number: how many screens still lack it. */
const underWay = new Map<number, { missing: number; arrived: () => void }>()
let lastNumber = 0

/** Who comes and goes is told to screens too; only what carries a message counts. */
function onDelivery(data: Buffer): void {
  const at = data.indexOf(MARK)
  if (at < 0) return
  const message = underWay.get(
    Number.parseInt(data.toString('latin1', at + MARK.length, at + MARK.length + 9), 10),
  )
  if (message && --message.missing === 0) message.arrived()
}

export async function openScreens({ url, count, subscription }: OpenScreens): Promise<void> {
  const screens = opened.get(url) ?? []
  opened.set(url, screens)
  while (screens.length < count) {
    const next = Array.from({ length: Math.min(OPEN_AT_ONCE, count - screens.length) }, (_, i) => {
      const cookie = subscription?.cookies[screens.length + i] ?? ''
      const options: ScreenOptions = {
        url,
        ...(subscription && { subscription: { ...subscription, cookie } }),
      }
      return openScreen(options, onDelivery)
    })
    screens.push(...(await Promise.all(next)))
  }
  await Promise.all(screens.splice(count).map(closed))
}

async function closed(screen: WebSocket): Promise<void> {
  screen.close()
  await once(screen, 'close')
}

/** Deliveries to a screen a second. */
export async function measureFanOut({
  target,
  screensUrl,
  drivers,
  seconds,
}: MeasureFanOut): Promise<number> {
  const screens = opened.get(screensUrl)?.length ?? 0
  const connections = Array.from({ length: drivers }, () => connect(target))
  for (const connection of connections) await warmUp(connection, screens)
  const startedAt = performance.now()
  const until = startedAt + seconds * 1000
  let sent = 0
  const drive = async (connection: (typeof connections)[number]) => {
    while (performance.now() < until) {
      await Promise.all(sendToAll(connection, screens))
      sent++
    }
  }
  await Promise.all(connections.map(drive))
  const perSecond = (sent * screens) / ((performance.now() - startedAt) / 1000)
  await Promise.all(connections.map((connection) => connection.close()))
  return perSecond
}

/** Two promises: that it is answered, and that it is everywhere. */
function sendToAll(connection: { send(body: string): Promise<void> }, screens: number): Promise<void>[] {
  const number = ++lastNumber
  const everywhere = new Promise<void>((resolve) => {
    const arrived = () => {
      underWay.delete(number)
      resolve()
    }
    underWay.set(number, { missing: screens, arrived })
  })
  const body = visitorMessage(`fan-${number % KNOWN_VISITORS}`, `${MARK} ${number} `)
  return [connection.send(body), everywhere]
}

/** A subscription stands some time after it was sent: the first message that is everywhere says that all stand. */
async function warmUp(connection: { send(body: string): Promise<void> }, screens: number): Promise<void> {
  for (let i = 0; i < WARM_UPS; i++) {
    const [answered, everywhere] = sendToAll(connection, screens)
    await answered
    const timeOut = new Promise<'late'>((resolve) => setTimeout(resolve, WARM_UP_MS, 'late'))
    if ((await Promise.race([everywhere, timeOut])) !== 'late') return
  }
  throw new Error(`not all of ${screens} screens get the messages`)
}
