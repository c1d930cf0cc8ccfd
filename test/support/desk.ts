import { randomUUID } from 'node:crypto'
import type { Viewer } from '../../server/domain/viewer.ts'
import type { Account, Chat, User } from '../../server/generated/prisma/client.ts'
import type { Services } from '../../server/services.ts'
import { makeAccount, makeChannel, makeUser, signedIn, type TestChannel } from './factories.ts'
import { type Execute, globalId, graphqlAs, mutate } from './graphql-client.ts'

/** Somebody who is signed in. */
export interface Person {
  user: User
  viewer: Viewer
  cookie: string
  execute: Execute
}

/** An account at work: an admin, operators, and a channel that all of the operators answer. */
export interface Desk {
  account: Account
  admin: Person
  operators: [Person, ...Person[]]
  channel: TestChannel
  /** Posts a body to A2. */
  post(body: unknown, headers?: Record<string, string>): Promise<Response>
  /** A visitor writes a text. The message's id. */
  say(visitorId: string | number, text: string): Promise<string>
  /** The visitor's open chat. */
  chatOf(visitorId: string | number): Promise<Chat>
}

interface Options {
  operators?: number
  /** The client endpoint; nobody listens there by default. */
  serverUrl?: string
  chunked?: boolean
  acceptsAny2xx?: boolean
}

/** Opens an account of the test's own on an installation that answers at `url`. */
export async function openDesk(
  { services, url }: { services: Services; url: string },
  { operators: count = 1, ...channelOptions }: Options = {},
): Promise<Desk> {
  const { account, admin } = await makeAccount(services)
  const users = await Promise.all(
    Array.from({ length: count }, () => makeUser(services, { accountId: account.id })),
  )
  const operatorIds = users.map(({ id }) => id)
  const channel = await makeChannel(services, { accountId: account.id, operatorIds, ...channelOptions })
  const enter = async (user: User): Promise<Person> => {
    const { cookie, viewer } = await signedIn(services, user.id)
    return { user, viewer, cookie, execute: graphqlAs(url, { cookie }) }
  }
  const post: Desk['post'] = (body, headers = {}) =>
    fetch(url + channel.path, {
      method: 'POST',
      headers: { 'content-type': 'application/json', ...headers },
      body: typeof body === 'string' ? body : JSON.stringify(body),
    })
  return {
    account,
    admin: await enter(admin),
    operators: (await Promise.all(users.map(enter))) as [Person, ...Person[]],
    channel,
    post,
    async say(visitorId, text) {
      const response = await post({ sender: { id: visitorId }, message: { type: 'text', text } })
      const answer = (await response.json()) as { message_id: string }
      if (response.status !== 200) throw new Error(`A2 answers ${response.status} ${JSON.stringify(answer)}`)
      return answer.message_id
    },
    chatOf: (visitorId) =>
      services.db.chat.findFirstOrThrow({
        where: {
          visitor: { channelId: channel.id, key: String(visitorId) },
          status: { not: 'CLOSED' },
        },
      }),
  }
}

/** An operator sends a text. The message's id, made here unless given. */
export async function reply(
  { execute }: Person,
  chatId: string,
  text: string,
  id: string = randomUUID(),
): Promise<string> {
  const input = { idempotencyKey: id, chatId: globalId('Chat', chatId), text }
  const { userErrors } = await mutate(execute, 'sendMessage', input, 'message { uuid }')
  if (userErrors.length > 0) throw new Error(JSON.stringify(userErrors))
  return id
}
