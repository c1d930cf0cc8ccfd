import ipaddr from 'ipaddr.js'

/** What attempts are counted by: an IPv4 address, or the /64 network, the least that an IPv6 customer has. */
export function networkOf(address: string): string {
  if (!ipaddr.isValid(address)) return address
  const parsed = ipaddr.process(address)
  return parsed instanceof ipaddr.IPv6 ? `${parsed.parts.slice(0, 4).join(':')}/64` : parsed.toString()
}
