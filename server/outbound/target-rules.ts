import { isIP } from 'node:net'
import ipaddr from 'ipaddr.js'
import { type Address, isPublicAddress, parseAddress } from './public-address.ts'

/** Which addresses may be called: every public one, and the private ones that the installation allows. */
export interface TargetRules {
  /** The rule in words, for users who enter an address. */
  description: string
  /** `hostname` is what the address was resolved from, or the address itself. */
  allowsAddress(hostname: string, address: string): boolean
  /** False for names that mean this machine, unless they or a loopback address are allowed. Other names are known once resolved. */
  allowsName(hostname: string): boolean
}

const LOOPBACK_NAME = /^(.+\.)?(localhost|localhost\.localdomain|localhost6?|ip6-(localhost|loopback))$/
const HOST_NAME = /^([a-z0-9_]([a-z0-9_-]*[a-z0-9_])?\.)*[a-z_]([a-z0-9_-]*[a-z0-9_])?$/

/**
 * Reads the entries of ALLOW_PRIVATE_TARGETS: ranges (`10.0.0.0/8`), addresses (`::1`) and host names
 * (`crm.internal`, allows whatever it resolves to). Throws an Error that names the entry that is none of them.
 */
export function parseTargetRules(entries: string[]): TargetRules {
  const names = new Set<string>()
  const ranges: [Address, number][] = []
  for (const entry of entries) {
    const range = parseRange(entry)
    if (range) ranges.push(range)
    else names.add(parseName(entry))
  }
  const inRanges = (address: Address) =>
    ranges.some(([base, bits]) => base.kind() === address.kind() && address.match(base, bits))
  const isAllowed = (text: string) => {
    const address = parseAddress(text)
    return isPublicAddress(address) || inRanges(address)
  }
  return {
    description: describeRule(entries),
    allowsAddress: (hostname, address) => names.has(plainName(hostname)) || isAllowed(address),
    allowsName: (hostname) => {
      const name = plainName(hostname)
      if (!LOOPBACK_NAME.test(name) || names.has(name)) return true
      return isAllowed('127.0.0.1') || isAllowed('::1')
    },
  }
}

function describeRule(entries: string[]): string {
  const inside = entries.length === 0 ? 'none' : `only ${entries.join(', ')}`
  return `Any http:// or https:// address on the public internet; of private addresses, ${inside} (ALLOW_PRIVATE_TARGETS).`
}

/** `LOCALHOST.` is `localhost`: the final dot only says that the name is complete. */
function plainName(hostname: string): string {
  return hostname.toLowerCase().replace(/\.$/, '')
}

function parseRange(entry: string): [Address, number] | undefined {
  const [base = '', bits] = entry.replaceAll(/[[\]]/g, '').split('/')
  if (!isIP(base)) return undefined
  const address = ipaddr.parse(base)
  const most = address.kind() === 'ipv4' ? 32 : 128
  const length = bits === undefined ? most : Number(bits)
  if (bits === '' || !Number.isInteger(length) || length < 0 || length > most) throw malformed(entry)
  return [address, length]
}

function parseName(entry: string): string {
  const name = plainName(entry)
  if (!HOST_NAME.test(name)) throw malformed(entry)
  return name
}

function malformed(entry: string): Error {
  return new Error(
    `"${entry}" cannot be allowed as a private target: it is neither a range (10.0.0.0/8), an address nor a host name`,
  )
}
