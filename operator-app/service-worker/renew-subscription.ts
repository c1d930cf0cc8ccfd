import { PAGE_HEADER } from '../src/browser/request-headers.ts'

const KEY = '{ viewer { pushKey } }'
const SUBSCRIBE =
  'mutation ($input: SubscribeToPushInput!) { subscribeToPush(input: $input) { userErrors { code } } }'

/**
 * Tells the server of the subscription that takes the place of one that the push service has ended. Some browsers leave it
 * to us to make the new one, and some do not even say with which key the old one was made.
 */
export async function renewSubscription(
  pushManager: PushManager,
  { newSubscription, oldSubscription }: Partial<PushSubscriptionChangeEvent>,
): Promise<void> {
  const key = async () => oldSubscription?.options.applicationServerKey ?? (await readKey())
  const subscription =
    newSubscription ??
    (await pushManager.subscribe({ userVisibleOnly: true, applicationServerKey: await key() }))
  const { endpoint, keys } = subscription.toJSON()
  await ask(SUBSCRIBE, { input: { endpoint, p256dh: keys?.p256dh, auth: keys?.auth } })
}

async function readKey(): Promise<string | null> {
  const { data } = (await ask(KEY)) as { data?: { viewer: { pushKey: string } } | null }
  return data?.viewer.pushKey ?? null
}

async function ask(query: string, variables: object = {}): Promise<unknown> {
  const response = await fetch('/graphql', {
    method: 'POST',
    headers: { 'content-type': 'application/json', ...PAGE_HEADER },
    body: JSON.stringify({ query, variables }),
  })
  return response.json()
}
