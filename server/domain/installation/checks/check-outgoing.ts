import { createSender } from '../../../outbound/create-sender.ts'
import type { FailureReason } from '../../../outbound/outcome.ts'
import { type Check, failed, ok, skipped } from './finding.ts'

const LIMIT_MS = 8_000
/** Only the status of the answer is shown. */
const ANSWER_BYTES = 1_000

const FIREWALL = 'Allow HTTPS to receivers in the firewall, and check the DNS servers of this machine.'
const ADVICE: Partial<Record<FailureReason, string>> = {
  private_target:
    'If webhooks and bots are meant to be there, name it in ALLOW_PRIVATE_TARGETS. Until then, they cannot be called either.',
  tls: 'Give the receiver a certificate that is publicly trusted, or name its authority in NODE_EXTRA_CA_CERTS.',
}

/** Whether this machine can call others, as webhooks and bots do: with the same sender. */
export const checkOutgoing: Check = async ({ env, outgoing }) => {
  if (outgoing === undefined) {
    return skipped('Nothing was called. Name the address of a receiver: --outgoing https://crm.example.com')
  }
  if (!/^https?:\/\//.test(outgoing) || !URL.canParse(outgoing)) {
    return failed(`${outgoing} is no address.`, 'Name the whole address of a receiver, with https://.')
  }
  const { allowPrivateTargets } = env.outbound
  const sender = createSender({ allowPrivateTargets })
  try {
    const outcome = await sender.get({ url: outgoing, timeoutMs: LIMIT_MS, maxResponseBytes: ANSWER_BYTES })
    return outcome.kind === 'answered'
      ? ok(`${new URL(outgoing).origin} can be called; it answers with ${outcome.status}.`)
      : failed(`${outgoing} cannot be called (${outcome.message}).`, ADVICE[outcome.reason] ?? FIREWALL)
  } finally {
    await sender.close()
  }
}
