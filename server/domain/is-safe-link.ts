/** Whether a link may be shown: http(s), to one of the hosts or a subdomain of one. No hosts allow nothing. */
export function isSafeLink(link: string, hosts: readonly string[]): boolean {
  if (!URL.canParse(link)) return false
  const { protocol, hostname, username, password } = new URL(link)
  if (!['http:', 'https:'].includes(protocol) || username || password) return false
  const name = hostname.replace(/\.$/, '')
  return hosts.some((host) => name === host || name.endsWith(`.${host}`))
}
