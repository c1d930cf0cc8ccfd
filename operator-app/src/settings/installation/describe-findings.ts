import type { InstallationFinding } from '../../graphql/installation.ts'
import { enInstallation as texts } from '../../messages/en-installation.ts'

/** What was found, or what stands for it. */
export function foundOf({ found, state }: InstallationFinding): string {
  return found ?? texts.hidden[state]
}

/** The findings as lines to send to somebody. */
export function describeFindings(findings: readonly InstallationFinding[]): string {
  return findings
    .map((finding) => {
      const line = `${texts.states[finding.state]}: ${texts.names[finding.check]}. ${foundOf(finding)}`
      return finding.advice ? `${line}\n  → ${finding.advice}` : line
    })
    .join('\n')
}
