import ipaddr from 'ipaddr.js'

export type Address = ipaddr.IPv4 | ipaddr.IPv6

const NAT64 = ipaddr.IPv6.parseCIDR('64:ff9b::/96')
const GLOBAL_UNICAST = ipaddr.IPv6.parseCIDR('2000::/3')

/**
 * The address that a packet really goes to: IPv4 written as IPv6 (`::ffff:a.b.c.d`, or `64:ff9b::` as a
 * network with DNS64 gives it) comes back as that IPv4 address. Throws for what is not an address.
 */
export function parseAddress(text: string): Address {
  const address = ipaddr.process(text)
  if (address instanceof ipaddr.IPv6 && address.match(NAT64)) {
    return new ipaddr.IPv4(address.toByteArray().slice(12))
  }
  return address
}

/** True for global unicast only: neither private, loopback, link-local, shared, multicast, reserved, documentation nor a tunnel. */
export function isPublicAddress(address: Address): boolean {
  if (address.range() !== 'unicast') return false
  return address instanceof ipaddr.IPv4 || address.match(GLOBAL_UNICAST)
}
