/** An address without what may be a secret in it: the query string, a user name and a password. */
export function withoutSecrets(address: string): string {
  if (!URL.canParse(address)) return address
  const url = new URL(address)
  url.search = ''
  url.username = ''
  url.password = ''
  return url.href
}
