import { type Check, failed, ok, skipped } from './finding.ts'

const LIMIT_MS = 8_000

/** Whether this machine can call others, as webhooks and bots need. */
export const checkOutgoing: Check = async ({ outgoing }) => {
  if (outgoing === undefined) {
    return skipped('Nothing was called. Name the address of a receiver: --outgoing https://crm.example.com')
  }
  try {
    const { status } = await fetch(outgoing, { method: 'HEAD', signal: AbortSignal.timeout(LIMIT_MS) })
    return ok(`${new URL(outgoing).origin} can be called; it answers with ${status}.`)
  } catch (error) {
    const { cause, message } = error as Error & { cause?: Error }
    return failed(
      `${outgoing} cannot be called (${cause?.message || message}).`,
      'Let the firewall pass on HTTPS to receivers, and look at the DNS servers of this machine.',
    )
  }
}
