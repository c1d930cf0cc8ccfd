import { randomUUID } from 'node:crypto'
import type { Call } from '../../server/generated/prisma/client.ts'
import type { Services } from '../../server/services.ts'
import { type Desk, openDesk, type Person } from '../support/desk.ts'
import { type Data, globalId, mutate } from '../support/graphql-client.ts'

export const NUMBER = '+4930123456'

/** A desk whose channel's visitors may ask to be called. */
export interface CallDesk extends Desk {
  settings(input: Record<string, unknown>): Promise<Data>
  /** A visitor who has written; their id. */
  visitor(): Promise<string>
  start(visitorId: string, phone?: string, by?: Person): Promise<Data>
  /** Starts a call to a new visitor. */
  call(phone?: string): Promise<Call>
  find(id: string): Promise<Call>
  balance(): Promise<number>
  /** The states in the log of a call. */
  states(id: string): Promise<string[]>
}

export async function openCallDesk(
  app: { services: Services; url: string },
  { settings = {}, ...options }: { operators?: number; settings?: Record<string, unknown> } = {},
): Promise<CallDesk> {
  const { db } = app.services
  const desk = await openDesk(app, options)
  const callDesk: CallDesk = {
    ...desk,
    settings: (input) => mutate(desk.admin.execute, 'updateCallSettings', input, 'callSettings { balance }'),
    async visitor() {
      const key = randomUUID()
      await desk.say(key, 'Please call me')
      return (await desk.chatOf(key)).visitorId
    },
    start: (visitorId, phone = NUMBER, by = desk.admin) =>
      mutate(
        by.execute,
        'startCall',
        { visitorId: globalId('Visitor', visitorId), phone },
        'call { id state }',
      ),
    async call(phone) {
      const visitorId = await callDesk.visitor()
      const { userErrors } = await callDesk.start(visitorId, phone)
      if (userErrors.length > 0) throw new Error(JSON.stringify(userErrors))
      return db.call.findFirstOrThrow({ where: { visitorId, endedAt: null } })
    },
    find: (id) => db.call.findUniqueOrThrow({ where: { id } }),
    balance: async () =>
      (await db.callSettings.findUniqueOrThrow({ where: { accountId: desk.account.id } })).balance,
    states: async (id) =>
      (await db.callLogEntry.findMany({ where: { callId: id }, orderBy: { id: 'asc' } })).map(
        ({ state }) => state,
      ),
  }
  const { userErrors } = await callDesk.settings({
    enabled: true,
    balance: 100,
    channelIds: [globalId('Channel', desk.channel.id)],
    ...settings,
  })
  if (userErrors.length > 0) throw new Error(JSON.stringify(userErrors))
  return callDesk
}
