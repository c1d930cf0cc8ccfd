import { onToldMessage } from './crm.ts'
import { connect, type Target } from './http-client.ts'
import { visitorMessage } from './visitor-message.ts'

/** Chats at the same time; each visitor writes again when the CRM was told of the last message. */
export interface MeasureWebhooks {
  kind: 'measure-webhooks'
  target: Target
  chats: number
  seconds: number
}

/** Webhooks that reached the CRM a second. */
export async function measureWebhooks({ target, chats, seconds }: MeasureWebhooks): Promise<number> {
  const underWay = new Map<string, () => void>()
  onToldMessage((text) => underWay.get(text)?.())
  const run = Date.now().toString(36)
  const startedAt = performance.now()
  let arrived = 0
  const write = async (visitor: number) => {
    const connection = connect(target)
    for (let n = 0; performance.now() < startedAt + seconds * 1000; n++) {
      const text = `${run} ${visitor} ${n}`
      const atCrm = new Promise<void>((resolve) => underWay.set(text, resolve))
      await connection.send(visitorMessage(`told-${visitor}`, text))
      await atCrm
      underWay.delete(text)
      arrived++
    }
    await connection.close()
  }
  await Promise.all(Array.from({ length: chats }, (_, visitor) => write(visitor)))
  return arrived / ((performance.now() - startedAt) / 1000)
}
