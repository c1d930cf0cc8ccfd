// A telephone system of the kind that Switchboard orders calls from: it checks the signature and pretends to call.
//   node docs/examples/telephone-gateway.mjs <admin's e-mail> <password> [address of the server]
// It enters itself in the settings for calls: callbacks on every channel, a balance of ten. ADMIN_EMAIL and
// ADMIN_PASSWORD stand in for the first two arguments.
import { createHmac, timingSafeEqual } from 'node:crypto'
import { createServer } from 'node:http'
import { setTimeout as pause } from 'node:timers/promises'
import { findServer } from './find-server.mjs'

const port = 4012
const [email = process.env.ADMIN_EMAIL, password = process.env.ADMIN_PASSWORD, address] =
  process.argv.slice(2)
if (!email || !password) {
  console.error('Usage: node docs/examples/telephone-gateway.mjs <admin e-mail> <password> [address]')
  process.exit(1)
}
const seconds = Number(process.env.SECONDS_BETWEEN_STATES ?? 3)

/** Whether the order was signed with the secret (Standard Webhooks), and not long ago. */
function isSigned(secret, headers, body) {
  const { 'webhook-id': id, 'webhook-timestamp': timestamp, 'webhook-signature': signatures = '' } = headers
  if (!(Math.abs(Date.now() / 1000 - Number(timestamp)) < 300)) return false
  const key = Buffer.from(secret.slice('whsec_'.length), 'base64')
  const expected = createHmac('sha256', key).update(`${id}.${timestamp}.${body}`).digest()
  return signatures.split(' ').some((signature) => {
    const given = Buffer.from(signature.slice('v1,'.length), 'base64')
    return given.length === expected.length && timingSafeEqual(given, expected)
  })
}

/** Tells Switchboard what becomes of a call. */
async function report(reportUrl, call_id, status, more = {}) {
  const body = JSON.stringify({ call_id, status, ...more })
  const { status: answer } = await fetch(reportUrl, { method: 'POST', body })
  console.log(`${call_id} ${status}: ${answer}`)
}

/** Rings the operator, then the client, and lets them talk for a moment. */
async function pretendToCall(reportUrl, { call_id, call }) {
  await pause(seconds * 1000)
  if (call.phone.endsWith('0')) return report(reportUrl, call_id, 'error', { reason: 'Nobody answered.' })
  await report(reportUrl, call_id, 'agent_connected', { agent: email })
  await pause(seconds * 1000)
  await report(reportUrl, call_id, 'client_connected')
  await pause(seconds * 1000)
  await report(reportUrl, call_id, 'end', { record_url: `http://127.0.0.1:${port}/records/${call_id}.mp3` })
}

function listen({ reportUrl, secret }) {
  const known = new Set()
  const server = createServer(async (request, response) => {
    const chunks = []
    for await (const chunk of request) chunks.push(chunk)
    const body = Buffer.concat(chunks).toString()
    if (!isSigned(secret, request.headers, body)) return response.writeHead(401).end()
    response.setHeader('content-type', 'application/json').end('{"result":"ok"}')
    const order = JSON.parse(body)
    // An order whose answer was lost comes again.
    if (known.has(order.call_id)) return
    known.add(order.call_id)
    console.log(`${order.call_id} ordered: ${order.call.phone}`)
    await pretendToCall(reportUrl, order).catch((error) => console.error(error.message))
  })
  server.listen(port, '127.0.0.1', () =>
    console.log(`The telephone system waits on http://127.0.0.1:${port}/`),
  )
}

let cookie = ''
async function graphql(origin, query, input) {
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
  const origin = await findServer(address)
  const refused = 'userErrors { message }'
  await graphql(origin, `mutation ($input: SignInInput!) { signIn(input: $input) { ${refused} } }`, {
    email,
    password,
  })
  const { channels } = await graphql(origin, '{ channels { nodes { id } } }')
  await graphql(
    origin,
    `mutation ($input: UpdateCallSettingsInput!) { updateCallSettings(input: $input) { ${refused} } }`,
    {
      enabled: true,
      balance: 10,
      channelIds: channels.nodes.map(({ id }) => id),
      gateway: 'HTTP',
      gatewayUrl: `http://127.0.0.1:${port}/`,
    },
  )
  const { rotateCallToken, rotateCallSecret } = await graphql(
    origin,
    `mutation { rotateCallToken { reportUrl ${refused} } rotateCallSecret { secret ${refused} } }`,
  )
  // The server may be known to others by another name than on this machine.
  const reportUrl = origin + new URL(rotateCallToken.reportUrl).pathname
  listen({ reportUrl, secret: rotateCallSecret.secret })
} catch (error) {
  console.error(error.message)
  process.exit(1)
}
