import type { DemoAccount } from './domain/accounts/demo/create-demo-account.ts'
import { ADMIN_COMMAND } from './process/admin-command.ts'
import type { Env } from './process/env.ts'

interface Welcome {
  port: number
  /** Given on the very first start only. */
  demo: DemoAccount | null
}

/** Tells whoever started it where to go next. */
export function printWelcome(env: Env, { port, demo }: Welcome): void {
  const lines = ['', `Switchboard is ready: ${env.http.publicUrl}`]
  if (demo) lines.push(...describeDemo(env, demo))
  else lines.push('', `Channel addresses: in the settings, or ${ADMIN_COMMAND} list-channels`)
  if (env.outbound.allowPrivateTargets.length > 0) {
    lines.push(
      '',
      `Outgoing requests may reach these private addresses: ${env.outbound.allowPrivateTargets.join(', ')} (ALLOW_PRIVATE_TARGETS).`,
    )
  }
  if (env.http.port !== port) lines.push('', `Listening on port ${port}.`)
  console.log(`${lines.join('\n')}\n`)
}

/** Secrets are shown to a person at a terminal who tries it out; what a service prints is kept in logs. */
function describeDemo(env: Env, demo: DemoAccount): string[] {
  if (env.database.url || !process.stdout.isTTY) {
    const given = env.admin.password ? ' with the password in ADMIN_PASSWORD' : ''
    return [
      `  Sign in as admin:    ${demo.adminEmail}${given}`,
      `  Set a password:      ${ADMIN_COMMAND} reset-password ${given ? demo.operatorEmail : demo.adminEmail}`,
      `  Channel address:     in the settings, or ${ADMIN_COMMAND} list-channels`,
    ]
  }
  return [
    `  Sign in as admin:    ${demo.adminEmail}  ${demo.adminPassword ?? '(the password in ADMIN_PASSWORD)'}`,
    `  Sign in as operator: ${demo.operatorEmail}  ${demo.operatorPassword}`,
    `  … and as supervisor: ${demo.supervisorEmail}  with the same password`,
    `  Channel address:     ${demo.channelAddress}`,
    '  Passwords and the address are shown only this once.',
    '',
    `Write as a visitor, at ${env.http.publicUrl}/demo or so:`,
    '',
    `  curl -s ${demo.channelAddress} -d '{"sender":{"id":"visitor-1","name":"A visitor"},"message":{"type":"text","text":"Hello!"}}'`,
  ]
}
