import { promises as dns, type LookupAddress } from 'node:dns'
import { readFile } from 'node:fs/promises'
import { isIP } from 'node:net'
import { setTimeout as pause } from 'node:timers/promises'

/** Every address of a name. Throws an error with a `code`, as `dns.lookup` does. */
export type Resolve = (hostname: string) => Promise<LookupAddress[]>

interface Options {
  /** Those of the system when not given. */
  servers?: string[]
  hostsFile?: string
  /** Resolves a name, by default as the operating system does. */
  lookup?: Resolve
}

const lookupAll: Resolve = (hostname) => dns.lookup(hostname, { all: true })

/** A request has a few seconds, and a name server may lose a packet. */
const ANSWER_MS = { timeout: 1_500, tries: 3 }
/** How long the other family of addresses is waited for once one is known. */
const OTHER_FAMILY_MS = 300
/** The system may know more: search domains, mDNS, or a name server that is not DNS. */
const ASK_SYSTEM = new Set(['ENOTFOUND', 'ENODATA', 'ECONNREFUSED', 'EBADNAME'])

/**
 * Resolves names by the hosts file and by DNS, and only then as the operating system does. The system occupies one of a
 * few threads until it has an answer, and the database's name needs one, too: two names whose name servers are silent
 * would stop everything that is sent.
 */
export function createResolve({
  servers,
  hostsFile = '/etc/hosts',
  lookup = lookupAll,
}: Options = {}): Resolve {
  let last: Promise<unknown> = Promise.resolve()
  // One at a time.
  const askSystem: Resolve = (hostname) => {
    const answer = last.catch(() => undefined).then(() => lookup(hostname))
    last = answer
    return answer
  }
  return async (hostname) => {
    const name = hostname.toLowerCase().replace(/\.$/, '')
    const listed = await findInHosts(hostsFile, name)
    if (listed.length > 0) return listed
    if (!name.includes('.')) return askSystem(hostname)
    try {
      return await askNameServers(name, servers)
    } catch (error) {
      const { code } = error as NodeJS.ErrnoException
      if (ASK_SYSTEM.has(code ?? '')) return askSystem(hostname)
      throw Object.assign(new Error(`no name server has answered for ${name}: ${code}`), {
        code: 'EAI_AGAIN',
      })
    }
  }
}

async function findInHosts(file: string, name: string): Promise<LookupAddress[]> {
  const text = await readFile(file, 'utf8').catch(() => '')
  return text.split('\n').flatMap((line) => {
    const [address = '', ...names] = line.replace(/#.*/, '').trim().toLowerCase().split(/\s+/)
    return isIP(address) && names.includes(name) ? [{ address, family: isIP(address) }] : []
  })
}

async function askNameServers(name: string, servers: string[] | undefined): Promise<LookupAddress[]> {
  // A new one each time: it reads which servers there are, and that changes.
  const resolver = new dns.Resolver(ANSWER_MS)
  if (servers) resolver.setServers(servers)
  const found: LookupAddress[] = []
  const ask = async (family: 4 | 6) => {
    const addresses = await (family === 4 ? resolver.resolve4(name) : resolver.resolve6(name))
    for (const address of addresses) found.push({ address, family })
  }
  const asked = [ask(4), ask(6)]
  const all = Promise.allSettled(asked)
  try {
    await Promise.any(asked)
    await Promise.race([all, pause(OTHER_FAMILY_MS)])
    return found
  } catch (error) {
    // If the name has no address of one family, and nobody answered for the other, the missing answer is the error.
    const [first, other] = (error as AggregateError).errors
    throw ASK_SYSTEM.has(first.code) ? other : first
  } finally {
    resolver.cancel()
  }
}
