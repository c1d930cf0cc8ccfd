import { createConnection } from 'node:net'
import { setTimeout as pause } from 'node:timers/promises'
import { connect as connectTls } from 'node:tls'
import { AbstractConnector, Redis, type RedisOptions } from 'ioredis'

interface Options {
  /** Nodes that are asked where the key is; any that answers is enough. */
  nodes: { host: string; port: number }[]
  /** All keys of an installation have its hash tag, so that one node has all of them. */
  key: string
  /** How to sign in, the same for every node. */
  access: Pick<RedisOptions, 'username' | 'password' | 'tls'>
  limitMs: number
  /** After how many milliseconds they are asked again when none answers; ioredis itself would give up. */
  retry: RedisOptions['retryStrategy']
}

const MOVED = /^(?:MOVED|ASK) \d+ (.*):(\d+)$/

/**
 * The class of a connector for ioredis: each connection goes to the node of a cluster that has the keys at that moment.
 * To the rest of the code the cluster is a single server, whose commands are in order and which knows who listens.
 */
export function clusterConnector({ nodes, key, access, limitMs, retry }: Options) {
  return class ClusterConnector extends AbstractConnector {
    constructor() {
      super(limitMs)
    }

    override async connect(tell: (type: string, error: Error) => void) {
      this.connecting = true
      const node = await this.#findOwner(tell)
      if (!this.connecting) throw new Error('Connection is closed.')
      const stream = access.tls ? connectTls({ ...node, ...access.tls }) : createConnection(node)
      this.stream = stream
      stream.once('error', (error) => {
        this.firstError = error
      })
      return stream
    }

    async #findOwner(tell: (type: string, error: Error) => void) {
      for (let times = 1; ; times++) {
        try {
          return await findOwner()
        } catch (error) {
          const delayMs = retry?.(times)
          if (typeof delayMs !== 'number' || !this.connecting) throw error
          tell('error', error as Error)
          await pause(delayMs)
        }
      }
    }
  }

  function findOwner(): Promise<{ host: string; port: number }> {
    return Promise.any(nodes.map(askForOwner)).catch((failure: AggregateError) => {
      throw failure.errors[0]
    })
  }

  /** A node that does not have the key names the one that does. */
  async function askForOwner({ host, port }: { host: string; port: number }) {
    const redis = new Redis({
      ...{ ...access, host, port, lazyConnect: true, retryStrategy: () => null },
      ...{ connectTimeout: limitMs, commandTimeout: limitMs, enableReadyCheck: false },
    })
    let reason: Error | undefined
    redis.on('error', (error) => {
      reason ??= error
    })
    try {
      await redis.connect()
      await redis.exists(key)
      return { host, port }
    } catch (error) {
      const [, movedTo, movedPort] = MOVED.exec((error as Error).message) ?? []
      if (movedPort === undefined) throw reason ?? error
      // A node that does not know its own address leaves it out: it is the one that was asked.
      return { host: movedTo || host, port: Number(movedPort) }
    } finally {
      redis.disconnect()
    }
  }
}
