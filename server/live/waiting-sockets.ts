import type { IncomingMessage } from 'node:http'
import proxyAddr, { compile } from '@fastify/proxy-addr'
import { networkOf } from '../domain/sessions/network-of.ts'
import type { Env } from '../process/env.ts'

/** How many sockets one network may have at once that have not said yet whose they are. A whole office may reconnect. */
const WAITING_LIMIT = 200

/** Counts the sockets that have not said yet whose they are, which cost memory although nobody may be behind them. */
export class WaitingSockets {
  readonly #isTrusted: (address: string, hop: number) => boolean
  readonly #counts = new Map<string, number>()

  constructor({ http }: Env) {
    this.#isTrusted = compile(Array.isArray(http.trustProxy) ? http.trustProxy : [])
  }

  /** Returns what to call when the socket has said whose it is, or is closed; null when the network has too many already. */
  enter(request: IncomingMessage): (() => void) | null {
    const network = networkOf(this.#addressOf(request))
    const count = this.#counts.get(network) ?? 0
    if (count >= WAITING_LIMIT) return null
    this.#counts.set(network, count + 1)
    let isWaiting = true
    return () => {
      if (!isWaiting) return
      isWaiting = false
      const left = (this.#counts.get(network) ?? 0) - 1
      if (left > 0) this.#counts.set(network, left)
      else this.#counts.delete(network)
    }
  }

  #addressOf(request: IncomingMessage): string {
    return proxyAddr(request, this.#isTrusted)
  }
}
