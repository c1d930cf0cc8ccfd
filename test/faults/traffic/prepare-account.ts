import { ADMIN } from '../machines/cluster.ts'
import { ask, type Caller, mutate } from './ask.ts'
import type { Receivers } from './receivers.ts'

/** Who works in the account, and how visitors reach it. */
export interface Account {
  url: string
  operators: Caller[]
  /** Where visitors write whom operators answer. */
  channelAddress: string
  /** Where visitors write whom the bot answers first. */
  botChannelAddress: string
  /** The widget of a website, whose visitors operators answer. */
  widgetId: string
}

const CHANNEL = 'channel { id publicId settings { ... on ChatApiSettings { address } } }'

/** Makes what the traffic needs, through the interfaces that people and programs use. */
export async function prepareAccount(url: string, receivers: Receivers): Promise<Account> {
  const admin = await signIn(url, ADMIN)
  const second = await invite(url, admin)
  const operators = [admin, second]
  const operatorIds = await Promise.all(operators.map(idOf))
  const createChannel = async (name: string, settings: object) => {
    const { channel } = await mutate(admin, 'createChannel', { name, operatorIds, settings }, CHANNEL)
    return channel as { id: string; publicId: string; settings: { address: string } }
  }
  const chatApi = { serverUrl: receivers.clientUrl, chunked: false, acceptsAny2xx: false }
  const channel = await createChannel('Answered by operators', { chatApi })
  const botChannel = await createChannel('Answered by a bot', { chatApi })
  const website = await createChannel('Website', { widget: {} })
  const { botProvider } = await mutate(
    admin,
    'createBotProvider',
    { name: 'Bots', endpointUrl: receivers.botUrl, profile: 'SEED' },
    'botProvider { id }',
  )
  const bot = {
    providerId: botProvider.id,
    name: 'Bot',
    token: 'a-token-of-the-bot',
    channelIds: [botChannel.id],
  }
  await mutate(admin, 'connectBot', bot, 'bot { id }')
  const endpoint = { name: 'CRM', url: receivers.crmUrl, events: ['MESSAGE_CREATED'] }
  await mutate(admin, 'createWebhookEndpoint', endpoint, 'endpoint { id }')
  // The address is the public one, which is the balancer's.
  return {
    ...{ url, operators },
    channelAddress: channel.settings.address,
    botChannelAddress: botChannel.settings.address,
    widgetId: website.publicId,
  }
}

async function signIn(url: string, input: { email: string; password: string }): Promise<Caller> {
  const query = 'mutation ($input: SignInInput!) { signIn(input: $input) { userErrors { message } } }'
  const { cookie } = await ask({ url, headers: {} }, query, { input })
  return { url, headers: { cookie } }
}

/** A second operator, who accepts by the link. */
async function invite(url: string, admin: Caller): Promise<Caller> {
  const email = 'olga@example.com'
  const { link } = await mutate(admin, 'inviteOperator', { email, role: 'OPERATOR' }, 'link')
  const token = new URL(link).pathname.split('/').at(-1)
  const input = { token, name: 'Olga', password: ADMIN.password }
  await mutate({ url, headers: {} }, 'acceptOperatorInvitation', input, '')
  return signIn(url, { email, password: ADMIN.password })
}

async function idOf(caller: Caller): Promise<string> {
  const { data } = await ask(caller, '{ viewer { operator { id } } }')
  return data.viewer.operator.id
}
