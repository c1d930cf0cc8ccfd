import { callPath, inboxPath, messageAddress, parseRoute } from '../src/browser/route.ts'
import { enPush } from '../src/messages/en-push.ts'
import { renewSubscription } from './renew-subscription.ts'

// The compiler takes `self` for that of any worker.
const worker = self as unknown as ServiceWorkerGlobalScope

/** What the server pushes (server/domain/notifications/push/compose-push.ts). */
interface PushMessage {
  kind: string
  chatId: string | null
  messageId?: string
  callId?: string
  name: string | null
  text: string | null
  /** The kind of the notification of the chat that it takes the place of. */
  replaces?: string
}

/** The only page that is kept: it says that the server cannot be reached. */
const OFFLINE = '/offline.html'
const CACHE = 'offline-1'

worker.addEventListener('install', (event) => {
  event.waitUntil(caches.open(CACHE).then((cache) => cache.add(new Request(OFFLINE, { cache: 'reload' }))))
  // It keeps no state and answers nothing but pages, so that a new one can take over at once.
  void worker.skipWaiting()
})

worker.addEventListener('activate', (event) => {
  event.waitUntil(
    caches
      .keys()
      .then((names) =>
        Promise.all(names.filter((name) => name !== CACHE).map((name) => caches.delete(name))),
      ),
  )
})

worker.addEventListener('fetch', (event) => {
  if (event.request.mode !== 'navigate') return
  event.respondWith(fetch(event.request).catch(async () => (await caches.match(OFFLINE)) ?? Response.error()))
})

worker.addEventListener('push', (event) => {
  event.waitUntil(show(readMessage(event.data)))
})

worker.addEventListener('pushsubscriptionchange', (event) => {
  event.waitUntil(renewSubscription(worker.registration.pushManager, event))
})

worker.addEventListener('notificationclick', (event) => {
  event.notification.close()
  event.waitUntil(open(String(event.notification.data)))
})

/** In a window of the app that is open, or in a new one. A website of the same origin, such as /demo, is none. */
async function open(path: string): Promise<void> {
  const windows = await worker.clients.matchAll({ type: 'window', includeUncontrolled: true })
  const own = windows.find(
    ({ frameType, url }) =>
      frameType === 'top-level' && parseRoute(new URL(url).pathname).name !== 'not-found',
  )
  if (!own) return void (await worker.clients.openWindow(path))
  own.postMessage({ open: path })
  await own.focus()
}

async function show(message: PushMessage): Promise<void> {
  const { kind, chatId, callId, name, text, replaces } = message
  const title = (Object.hasOwn(enPush, kind) && enPush[kind]) || enPush.other
  const tag = `${replaces ?? kind} ${chatId ?? callId ?? ''}`
  const { registration } = worker
  const before = await registration.getNotifications({ tag })
  await registration.showNotification(name ?? title, {
    body: name === null ? '' : `${title}\n${text ?? ''}`.trim(),
    icon: '/icons/icon-192.png',
    tag,
    silent: replaces !== undefined,
    data: pathOf(message),
  })
  if (replaces === undefined || before.length > 0) return
  // Browsers demand that every push shows something; what was closed already needs nothing in its place.
  for (const shown of await registration.getNotifications({ tag })) shown.close()
}

function pathOf({ chatId, messageId, callId }: PushMessage): string {
  if (callId !== undefined) return callPath(callId)
  if (chatId === null) return '/'
  return messageId ? messageAddress({ id: chatId, isClosed: false }, messageId) : inboxPath('all', chatId)
}

function readMessage(data: PushMessageData | null): PushMessage {
  const empty = { kind: '', chatId: null, name: null, text: null }
  try {
    return { ...empty, ...(data?.json() as PushMessage | undefined) }
  } catch {
    return empty
  }
}
