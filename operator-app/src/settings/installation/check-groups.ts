import type { InstallationFinding } from '../../graphql/installation.ts'
import type { enInstallation } from '../../messages/en-installation.ts'

type GroupName = keyof typeof enInstallation.groups

/** Under which heading each check stands. */
const GROUP_OF: Record<InstallationFinding['check'], GroupName> = {
  ADDRESS: 'reach',
  WEBSOCKETS: 'reach',
  POSTGRESQL: 'stores',
  REPLICA: 'stores',
  MIGRATIONS: 'stores',
  REDIS: 'stores',
  FILES: 'stores',
  SECRET_KEY: 'stores',
  PROCESSES: 'work',
  VARIABLES: 'work',
  DELIVERIES: 'work',
  CLOCK: 'work',
  MAIL: 'services',
  OUTGOING: 'services',
  LOCATIONS: 'services',
}

const GROUPS: GroupName[] = ['reach', 'stores', 'work', 'services']

/** The findings under their headings. */
export function groupFindings(findings: readonly InstallationFinding[]) {
  return GROUPS.map((name) => ({
    name,
    findings: findings.filter(({ check }) => GROUP_OF[check] === name),
  })).filter((group) => group.findings.length > 0)
}
