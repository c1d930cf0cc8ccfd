import type { LookupAddress } from 'node:dns'
import type { LookupFunction } from 'node:net'
import { buildConnector } from 'undici'
import { privateTargetMessage } from './check-target.ts'
import { createResolve, type Resolve } from './resolve-name.ts'
import type { TargetRules } from './target-rules.ts'

/** The connection was refused by us: the name leads only to private addresses. */
class PrivateTargetError extends Error {
  readonly code = 'PRIVATE_TARGET'

  constructor(hostname: string) {
    super(privateTargetMessage(hostname))
  }
}

const CONNECT_LIMIT_MS = 10_000
/** Node's 250 ms gives up on a healthy address on another continent; a second is too much of a limit of 3 s. */
const NEXT_ADDRESS_AFTER_MS = 500

/**
 * A connector for undici that resolves a name once, drops the addresses that the rules refuse and hands the
 * rest to the socket itself, so that no second answer of the name server can slip in between check and connect.
 */
export function buildGuardedConnector(
  rules: TargetRules,
  resolve: Resolve = createResolve(),
): buildConnector.connector {
  const connect = buildConnector({
    lookup: guardedLookup(rules, shareRunning(resolve)),
    timeout: CONNECT_LIMIT_MS,
    autoSelectFamily: true,
    autoSelectFamilyAttemptTimeout: NEXT_ADDRESS_AFTER_MS,
  })
  return (options, callback) =>
    connect(options, (...[error, socket]) => {
      if (error) return callback(error, null)
      // An address without a name never passes the lookup. A peer that has hung up already has no address left.
      const address = socket.remoteAddress
      if (!address || rules.allowsAddress(options.hostname, address)) return callback(null, socket)
      socket.destroy()
      callback(new PrivateTargetError(options.hostname), null)
    })
}

function guardedLookup(rules: TargetRules, resolve: Resolve): LookupFunction {
  return (hostname, options, callback) => {
    resolve(hostname).then(
      (addresses) => {
        const allowed = addresses.filter(({ address }) => rules.allowsAddress(hostname, address))
        const [first] = allowed
        if (!first) callback(new PrivateTargetError(hostname), [])
        else if (options.all) callback(null, allowed)
        else callback(null, first.address, first.family)
      },
      (error) => callback(error, []),
    )
  }
}

/** A name whose name server is silent is asked for once, however many requests wait for it. */
function shareRunning(resolve: Resolve): Resolve {
  const running = new Map<string, Promise<LookupAddress[]>>()
  return (hostname) => {
    const known = running.get(hostname)
    if (known) return known
    const started = resolve(hostname).finally(() => running.delete(hostname))
    running.set(hostname, started)
    return started
  }
}
