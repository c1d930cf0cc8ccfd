import { router } from './router.svelte.ts'

/** A click on a notification, as the service worker tells a page that is open (service-worker/main.ts). */
interface Opening {
  open: string
}

/**
 * Has the browser keep the service worker, which shows push notifications and says so when the server cannot be reached. A
 * browser without one, or a page without TLS, does without.
 */
export function registerServiceWorker(): void {
  if (!('serviceWorker' in navigator)) return
  navigator.serviceWorker.addEventListener('message', ({ data }: MessageEvent<Partial<Opening>>) => {
    if (typeof data?.open === 'string') router.navigate(data.open)
  })
  navigator.serviceWorker.register('/service-worker.js').catch(() => {})
}
