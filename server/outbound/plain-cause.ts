/** What a message of OpenSSL says besides its reason: an address, numbers, and a place in its source. */
const OPENSSL = /:error:[\dA-F]+:[^:]*:[^:]*:([^:]+):/

/** The message of an error of a connection, in words. */
export function plainCause(message: string): string {
  const reason = OPENSSL.exec(message)?.[1] ?? message
  return reason === 'wrong version number' ? 'it does not speak TLS there' : reason
}
