import type { IncomingMessage } from 'node:http'

/** A Host header that can stand in another header: a name or an address, and a port. */
const HOST = /^(?:[a-z0-9.-]+|\[[0-9a-f:.]+\])(?::\d{1,5})?$/i

/**
 * Where the operator app may open sockets: the host that the page came from and that of PUBLIC_URL. `'self'` does not
 * name sockets in every browser.
 */
export function socketSources(publicUrl: string, { headers }: IncomingMessage): string {
  const { protocol, host } = new URL(publicUrl)
  const sources = new Set([`${protocol === 'https:' ? 'wss' : 'ws'}://${host}`])
  // A proxy may end TLS without PUBLIC_URL saying so: its page opens wss.
  if (headers.host && HOST.test(headers.host))
    for (const scheme of ['ws', 'wss']) sources.add(`${scheme}://${headers.host.toLowerCase()}`)
  return [...sources].join(' ')
}
