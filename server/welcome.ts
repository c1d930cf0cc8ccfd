import type { DemoAccount } from '../prisma/seed.ts'
import type { Env } from './env.ts'

interface Welcome {
  port: number
  /** Of the very first start only: its passwords are shown once. */
  demo: DemoAccount | null
  channelAddress: string | null
}

/** Tells whoever started it where to go next. */
export function printWelcome(env: Env, { port, demo, channelAddress }: Welcome): void {
  const lines = ['', `Switchboard is ready: ${env.http.publicUrl}`]
  if (demo) {
    lines.push(
      `  Sign in as admin:    ${demo.adminEmail}  ${demo.adminPassword ?? '(the password in ADMIN_PASSWORD)'}`,
      `  Sign in as operator: ${demo.operatorEmail}  ${demo.operatorPassword}`,
      '  Passwords are shown this once.',
    )
  }
  if (channelAddress) {
    lines.push(
      `  Channel address:     ${channelAddress}`,
      '',
      'Write as a visitor:',
      '',
      `  curl -s ${channelAddress} -d '{"sender":{"id":"visitor-1","name":"A visitor"},"message":{"type":"text","text":"Hello!"}}'`,
    )
  }
  if (env.outbound.allowPrivateTargets.length > 0) {
    lines.push(
      '',
      `Outgoing requests may reach these private addresses: ${env.outbound.allowPrivateTargets.join(', ')} (ALLOW_PRIVATE_TARGETS).`,
    )
  }
  if (env.http.port !== port) lines.push('', `Listening on port ${port}.`)
  console.log(`${lines.join('\n')}\n`)
}
