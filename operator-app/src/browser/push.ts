/** What the server must know to push to this browser. */
export interface PushSubscriptionKeys {
  endpoint: string
  p256dh: string
  auth: string
}

/** Whether this browser has push notifications. */
export function supportsPush(): boolean {
  return 'serviceWorker' in navigator && 'PushManager' in globalThis && 'Notification' in globalThis
}

/**
 * Subscribes at the push service of the browser with the server's key; the browser asks the user first. Null when they, or
 * the push service, refuse.
 */
export async function subscribe(key: string): Promise<PushSubscriptionKeys | null> {
  try {
    if ((await Notification.requestPermission()) !== 'granted') return null
    const { pushManager } = await navigator.serviceWorker.ready
    // The server may have other keys than the ones of an earlier subscription.
    await (await pushManager.getSubscription())?.unsubscribe()
    const subscription = await pushManager.subscribe({ userVisibleOnly: true, applicationServerKey: key })
    const { endpoint, keys } = subscription.toJSON()
    return { endpoint: endpoint ?? '', p256dh: keys?.p256dh ?? '', auth: keys?.auth ?? '' }
  } catch {
    return null
  }
}

/** Ends the subscription of this browser, if it has one. */
export async function unsubscribe(): Promise<void> {
  const registration = await navigator.serviceWorker.getRegistration()
  await (await registration?.pushManager.getSubscription())?.unsubscribe()
}
