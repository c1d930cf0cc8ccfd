import { connect } from 'node:tls'
import { DAY_MS } from '../../../durations.ts'
import { plainCause } from '../../../outbound/plain-cause.ts'
import { readLimited } from '../../../outbound/read-limited.ts'
import { type Check, failed, ok, warning } from './finding.ts'

const LIMIT_MS = 8_000
/** Much longer than our own answer: whoever else answers may send anything. */
const ANSWER_BYTES = 1_000
/** A certificate that is renewed automatically is renewed earlier than this. */
const LAST_DAYS = 14

const FORWARD_ALL = 'Start Switchboard, and let the reverse proxy forward every path to it.'

/** Whether browsers reach this installation at PUBLIC_URL, from here. */
export const checkPublicAddress: Check = async ({ env }) => {
  const { publicUrl } = env.http
  const { protocol, hostname, port } = new URL(publicUrl)
  try {
    const response = await fetch(`${publicUrl}/healthz`, { signal: AbortSignal.timeout(LIMIT_MS) })
    if (!response.ok) {
      return failed(`${publicUrl} answers with ${response.status}.`, FORWARD_ALL)
    }
    if (response.redirected) {
      return warning(
        `${publicUrl} redirects to ${new URL(response.url).origin}.`,
        'Set PUBLIC_URL to that address: WebSockets and programs do not follow redirects.',
      )
    }
    const answer = response.body && (await readLimited(response.body, ANSWER_BYTES)).text
    if (!isAlive(answer ?? '')) {
      return failed(`Something other than Switchboard answers at ${publicUrl}.`, FORWARD_ALL)
    }
  } catch (error) {
    const { cause, message } = error as Error & { cause?: Error }
    return failed(
      `${publicUrl} cannot be reached (${plainCause(cause?.message || message)}).`,
      'Start Switchboard and the reverse proxy, and set PUBLIC_URL to the address that browsers use, with a certificate that they trust.',
    )
  }
  if (protocol === 'https:') {
    const days = await daysLeft(hostname, Number(port) || 443)
    if (days < LAST_DAYS) {
      return warning(
        `${publicUrl} answers. Its certificate expires in ${days} days.`,
        'Renew the certificate.',
      )
    }
    return ok(`${publicUrl} answers. Its certificate is valid for ${days} more days.`)
  }
  if (['localhost', '127.0.0.1', '[::1]'].includes(hostname)) return ok(`${publicUrl} answers.`)
  return warning(
    `${publicUrl} answers without encryption.`,
    'Put a reverse proxy with TLS in front of it, and set PUBLIC_URL to its https:// address.',
  )
}

/** A page of the proxy, or of whoever has the address, may answer every path with 200. */
function isAlive(answer: string): boolean {
  try {
    return JSON.parse(answer).status === 'ok'
  } catch {
    return false
  }
}

function daysLeft(host: string, port: number): Promise<number> {
  return new Promise((resolve, reject) => {
    const socket = connect({ host, port, servername: host, timeout: LIMIT_MS }, () => {
      resolve(Math.floor((new Date(socket.getPeerCertificate().valid_to).getTime() - Date.now()) / DAY_MS))
      socket.destroy()
    })
    socket
      .once('error', reject)
      .once('timeout', () => socket.destroy(new Error('It did not answer in time.')))
  })
}
