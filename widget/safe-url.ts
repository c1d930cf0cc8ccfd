const SAFE_PROTOCOLS = new Set(['http:', 'https:', 'mailto:'])

/** The address when a link to it is harmless, else null. */
export function toSafeUrl(address: string | null): string | null {
  try {
    return SAFE_PROTOCOLS.has(new URL(address ?? '').protocol) ? address : null
  } catch {
    return null
  }
}
