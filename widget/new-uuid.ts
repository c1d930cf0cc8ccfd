/** A random UUID, also on pages without TLS, where `crypto.randomUUID` is missing. */
export function newUuid(): string {
  let hex = ''
  // Not `Array.from`, whose second argument some pages' own ignore.
  for (const byte of crypto.getRandomValues(new Uint8Array(16))) hex += byte.toString(16).padStart(2, '0')
  return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-4${hex.slice(13, 16)}-a${hex.slice(17, 20)}-${hex.slice(20)}`
}
