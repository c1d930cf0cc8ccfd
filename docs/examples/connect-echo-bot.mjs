// Registers the example bot with a running demo, connects it to every channel without a bot, and starts it.
//   npm run example:bot -- <admin's e-mail> <password> [address of the server]
// ADMIN_EMAIL and ADMIN_PASSWORD stand in for the first two. The server is found when it runs on this machine.
import { randomBytes } from 'node:crypto'
import { findServer } from './find-server.mjs'

const [email = process.env.ADMIN_EMAIL, password = process.env.ADMIN_PASSWORD, address] =
  process.argv.slice(2)
if (!email || !password) {
  console.error('Usage: npm run example:bot -- <admin e-mail> <password> [address of the server]')
  process.exit(1)
}
let origin = ''
let cookie = ''

async function graphql(query, input) {
  const response = await fetch(`${origin}/graphql`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', 'x-graphql-yoga-csrf': '1', cookie },
    body: JSON.stringify({ query, variables: { input } }),
  })
  cookie = response.headers.get('set-cookie')?.split(';')[0] ?? cookie
  const { data, errors } = await response.json()
  const problem =
    errors?.[0] ?? Object.values(data).find((payload) => payload?.userErrors?.length)?.userErrors[0]
  if (problem) throw new Error(problem.message)
  return data
}

try {
  origin = await findServer(address)
  await graphql('mutation($input: SignInInput!) { signIn(input: $input) { userErrors { message } } }', {
    email,
    password,
  })
  const { channels } = await graphql('{ channels { edges { node { id bot { id } } } } }')
  const channelIds = channels.edges.filter(({ node }) => !node.bot).map(({ node }) => node.id)
  if (channelIds.length === 0) console.log('Every channel has a bot already.')
  else {
    const { createBotProvider } = await graphql(
      'mutation($input: CreateBotProviderInput!) { createBotProvider(input: $input) { botProvider { id } userErrors { message } } }',
      { name: 'Example', endpointUrl: 'http://127.0.0.1:4011', profile: 'SEED' },
    )
    const token = randomBytes(16).toString('hex')
    await graphql(
      'mutation($input: ConnectBotInput!) { connectBot(input: $input) { userErrors { message } } }',
      {
        providerId: createBotProvider.botProvider.id,
        name: 'Echo',
        token,
        channelIds,
      },
    )
    console.log('The bot is connected. Write as a visitor: it answers first.')
  }
} catch (error) {
  console.error(error.message)
  process.exit(1)
}
await import('./echo-bot.mjs')
