import type { Installation, InstallationFinding } from '../graphql/installation.ts'
import { createPlural } from './plural.ts'

const plural = createPlural('en')
const numbers = new Intl.NumberFormat('en')

type Check = InstallationFinding['check']
type State = InstallationFinding['state']

/** The texts of the page about the installation, which alone has them. */
export const enInstallation = {
  intro: (version: string) => `What this installation runs on, and whether it works. Version ${version}.`,
  introLoading: 'What this installation runs on, and whether it works.',
  notCurrent: (time: string) => `The server cannot be reached. This is how it was at ${time}.`,
  shared:
    'Other accounts are on this installation, too. You see what works and what does not; the figures and details are for those who run it, in the metrics and from “npm run doctor”.',
  stores: 'Stores',
  storeNames: { POSTGRESQL: 'PostgreSQL', REDIS: 'Redis' } satisfies Record<
    Installation['stores'][number]['store'],
    string
  >,
  latency: (ms: number) => `Answers in ${numbers.format(ms)} ms`,
  noAnswer: 'Does not answer',
  up: 'Up',
  down: 'Down',
  processes: 'Processes',
  noProcesses: 'No process of this version has reported that it is running.',
  roles: { web: 'Web', worker: 'Worker', all: 'Web and worker' } as Record<string, string>,
  process: (version: string, host: string | undefined) => `Version ${version}${host ? ` on ${host}` : ''}`,
  runningFor: (span: string) => `for ${span}`,
  justStarted: 'just started',
  silentSince: (time: string) => `silent since ${time}`,
  sockets: (operators: number, visitors: number) =>
    `${numbers.format(operators)} operator and ${numbers.format(visitors)} visitor connections`,
  filesWaiting: (count: number) => plural(count, { one: '# file waiting', other: '# files waiting' }),
  work: 'Work',
  nothingWaits: 'Nothing is waiting to be sent.',
  kind: 'What is sent',
  sending: 'Sending',
  due: 'Due',
  waiting: 'Later',
  overdue: 'Overdue',
  kinds: {
    client_reply: 'Replies',
    bot_event: 'Events to bots',
    webhook: 'Webhooks',
    call_order: 'Calls',
    mail: 'E-mails',
    reply_mail: 'Replies by e-mail',
    weekly_report: 'Weekly reports',
    push: 'Push notifications',
  } as Record<string, string>,
  seconds: (seconds: number) => `${numbers.format(seconds)} s`,
  jobs: 'Jobs',
  jobCount: (count: number) =>
    plural(count, {
      zero: 'No jobs waiting or running',
      one: '# job waiting or running',
      other: '# jobs waiting or running',
    }),
  jobsUnknown: 'The queues do not answer',
  files: 'Space for files',
  free: (size: string) => `${size} free`,
  unknown: 'Not known',
  checks: 'Checks',
  checksIntro:
    'Checks everything that the installation depends on, as “npm run doctor” does, and changes nothing. It takes a few seconds.',
  run: 'Run the checks',
  running: 'Checking…',
  testMail: (email: string) => `Send a test e-mail to ${email}`,
  neverRun: 'The checks have not been run from here yet.',
  ranAt: (time: string) => `Checked ${time}`,
  summary: (failed: number, warnings: number) => {
    if (failed + warnings === 0) return 'Everything that was checked works.'
    const parts = [
      failed > 0 ? plural(failed, { one: '# does not work', other: '# do not work' }) : '',
      warnings > 0 ? plural(warnings, { one: '# needs attention', other: '# need attention' }) : '',
    ]
    return `${parts.filter(Boolean).join(', ')}.`
  },
  copyText: 'Copy as text',
  copyJson: 'Copy as JSON',
  states: { OK: 'OK', WARNING: 'Warning', FAILED: 'Failed', SKIPPED: 'Not used' } satisfies Record<
    State,
    string
  >,
  /** Shown instead of what was found to admins who may not see it. */
  hidden: {
    OK: 'Works.',
    WARNING: 'Works, but needs attention. Tell those who run the installation.',
    FAILED: 'Does not work. Tell those who run the installation.',
    SKIPPED: 'Not used here.',
  } satisfies Record<State, string>,
  groups: { reach: 'Access', stores: 'Stores', work: 'Processes and work', services: 'Other services' },
  names: {
    ADDRESS: 'Public address',
    WEBSOCKETS: 'WebSockets',
    POSTGRESQL: 'PostgreSQL',
    REPLICA: 'Replica',
    MIGRATIONS: 'Migrations',
    PROCESSES: 'Processes',
    VARIABLES: 'Environment variables',
    CLOCK: 'Clocks',
    REDIS: 'Redis',
    FILES: 'Files',
    SECRET_KEY: 'Secret key',
    MAIL: 'Mail',
    OUTGOING: 'Outgoing requests',
    LOCATIONS: 'Locations of visitors',
    DELIVERIES: 'Deliveries',
  } satisfies Record<Check, string>,
}
