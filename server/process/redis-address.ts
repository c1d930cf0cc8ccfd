interface Node {
  host: string
  port: number
}

/** Where Redis is, from REDIS_URL. */
export interface RedisAddress {
  /** One server, the sentinels that know which server is the primary, or nodes of a cluster. */
  kind: 'single' | 'sentinel' | 'cluster'
  /** Of a single server its only one, of the others those that are asked. */
  nodes: Node[]
  username: string | undefined
  password: string | undefined
  tls: boolean
  /** The number of the database; 0 in a cluster. */
  db: number
  /** What the sentinels call the primary, and how to sign in to them. */
  primary: string | undefined
  sentinelUsername: string | undefined
  sentinelPassword: string | undefined
}

const FORM =
  /^(?<scheme>rediss?)(?:\+(?<kind>sentinel|cluster))?:\/\/(?:(?<user>[^:@/?#]*)(?::(?<password>[^/?#]*))?@)?(?<nodes>[^/?#@]+)(?<path>\/[^?#]*)?(?:\?(?<query>[^#]*))?$/
const NODE = /^(?:\[(?<v6>[0-9a-f:.]+)\]|(?<host>[^:[\]]+))(?::(?<port>\d{1,5}))?$/i
const PORTS = { single: 6379, sentinel: 26_379, cluster: 6379 }

/**
 * Parses `redis://user:password@host:6379/0`, `redis+sentinel://user:password@host:26379,host:26379/primary/0` or
 * `redis+cluster://user:password@host:6379,host:6379`; `rediss` in place of `redis` means TLS. Throws an error that says
 * what is wrong and repeats no password.
 */
export function parseRedisAddress(url: string): RedisAddress {
  const { scheme, kind: named, user, password, nodes = '', path = '', query } = FORM.exec(url)?.groups ?? {}
  if (!scheme) throw new Error(`must look like ${EXAMPLES}`)
  const kind = (named ?? 'single') as RedisAddress['kind']
  const given = path.split('/').filter(Boolean).map(decodeURIComponent)
  const primary = kind === 'sentinel' ? given.shift() : undefined
  const [db = '0', ...rest] = given
  if (kind === 'sentinel' && !primary)
    throw new Error('must name the primary as the sentinels do: redis+sentinel://host:26379/mymaster')
  if (rest.length > 0 || !/^\d{1,4}$/.test(db))
    throw new Error('must end with the number of the database, or with nothing after the host')
  if (kind === 'cluster' && db !== '0')
    throw new Error('must not end with a number: a cluster has only one database')
  const places = nodes.split(',').map((node) => parseNode(node, PORTS[kind]))
  if (kind === 'single' && places.length > 1)
    throw new Error('has several hosts: begin it with redis+sentinel:// or redis+cluster://')
  const options = new URLSearchParams(query)
  return {
    kind,
    nodes: places,
    username: decoded(user),
    password: decoded(password),
    tls: scheme === 'rediss',
    db: Number(db),
    primary,
    sentinelUsername: options.get('sentinelUsername') ?? undefined,
    sentinelPassword: options.get('sentinelPassword') ?? undefined,
  }
}

/** Its name in messages, without what is secret. */
export function describeRedisAddress({ kind, nodes, primary }: RedisAddress): string {
  const places = nodes.map(({ host, port }) => `${host}:${port}`).join(', ')
  if (kind === 'single') return `Redis at ${places}`
  if (kind === 'cluster') return `The Redis cluster at ${places}`
  return `Redis ${primary}, known to the sentinels at ${places},`
}

const EXAMPLES =
  'redis://host:6379, redis+sentinel://host:26379,host:26379/mymaster or redis+cluster://host:6379,host:6379 (with rediss for TLS)'

function parseNode(text: string, usual: number): Node {
  const { v6, host, port } = NODE.exec(text)?.groups ?? {}
  const name = v6 ?? host
  if (!name) throw new Error('has a host that cannot be read: separate hosts with commas, each with its port')
  return { host: name, port: port ? Number(port) : usual }
}

function decoded(text: string | undefined): string | undefined {
  if (!text) return undefined
  try {
    return decodeURIComponent(text)
  } catch {
    throw new Error('has a % in the user or password that is not part of a code: write it as %25')
  }
}
