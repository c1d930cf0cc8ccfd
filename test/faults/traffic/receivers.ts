import { randomUUID } from 'node:crypto'
import { once } from 'node:events'
import { createServer, type IncomingHttpHeaders } from 'node:http'
import type { AddressInfo } from 'node:net'
import { text } from 'node:stream/consumers'
import type { Data } from './ask.ts'
import type { Ledger } from './ledger.ts'

/** The client's server, the CRM and the bot. They are always there: what does not arrive, we have lost. */
export interface Receivers {
  clientUrl: string
  crmUrl: string
  botUrl: string
}

type Answer = (body: Data, headers: IncomingHttpHeaders) => unknown

/** What the bot says to a visitor's message. */
export const botReply = (text: string) => `The bot says: ${text}`

export async function startReceivers(host: string, ledger: Ledger): Promise<Receivers> {
  const answers: Record<string, Answer> = {
    client({ message }) {
      const { id, text } = message
      if (id) ledger.delivered.push({ attemptOf: id, messageId: id, text })
      return { result: 'ok' }
    },
    crm({ message }, headers) {
      ledger.told.push({
        attemptOf: String(headers['webhook-id']),
        messageId: message.id,
        text: message.message,
      })
      return { result: 'ok' }
    },
    bot({ event, id, client_id, chat_id, message }) {
      if (event !== 'CLIENT_MESSAGE') return {}
      ledger.asked.push({ attemptOf: id, messageId: id, text: message.text })
      const reply = { type: 'TEXT', text: botReply(message.text), timestamp: message.timestamp }
      return { event: 'BOT_MESSAGE', id: randomUUID(), client_id, chat_id, message: reply }
    },
  }
  const server = createServer(async (request, response) => {
    const body = await text(request).catch(() => null)
    if (body === null) return
    const [, path = ''] = request.url?.split('/') ?? []
    response.setHeader('content-type', 'application/json')
    response.end(JSON.stringify(answers[path]?.(JSON.parse(body), request.headers)))
  })
  server.listen(0, host)
  await once(server, 'listening')
  const url = `http://${host}:${(server.address() as AddressInfo).port}`
  return {
    clientUrl: `${url}/client`,
    crmUrl: `${url}/crm`,
    botUrl: `${url}/bot`,
  }
}
