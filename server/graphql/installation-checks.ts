import { checkInstallation } from '../domain/installation/check-installation.ts'
import type { CheckName } from '../domain/installation/examine-installation.ts'
import type { InstallationCheck as Check } from '../domain/installation/find-last-check.ts'
import { type ShownFinding, showFindings } from '../domain/installation/shown-findings.ts'
import { builder } from './kit/builder.ts'
import { viewerOf } from './kit/context.ts'
import { returned } from './kit/payload-fields.ts'
import { verbMutation } from './kit/verb-mutation.ts'

const CheckNameEnum = builder.enumType('InstallationCheckName', {
  description: 'What is looked at. docs/operations.md has what to do about each.',
  values: {
    VARIABLES: { value: 'variables', description: 'No environment variable looks misspelled.' },
    ADDRESS: { value: 'address', description: 'PUBLIC_URL is reached from the server; its certificate.' },
    WEBSOCKETS: { value: 'websockets', description: 'WebSockets get through the reverse proxy.' },
    POSTGRESQL: { value: 'postgresql', description: 'PostgreSQL: version, latency, settings.' },
    REPLICA: { value: 'replica', description: 'The replica for reading, and how far it is behind.' },
    MIGRATIONS: { value: 'migrations', description: 'The database has all migrations of this version.' },
    PROCESSES: { value: 'processes', description: 'A worker runs, and no process of another version.' },
    CLOCK: { value: 'clock', description: 'The clocks of the server and of the database agree.' },
    REDIS: { value: 'redis', description: 'Redis: version, latency, settings.' },
    FILES: { value: 'files', description: 'Files can be stored, and there is space for them.' },
    SECRET_KEY: { value: 'secret-key', description: 'SECRET_KEY is the key of the database.' },
    MAIL: { value: 'mail', description: 'The mail server accepts an e-mail.' },
    OUTGOING: { value: 'outgoing', description: 'Other servers can be called. Only on the command line.' },
    LOCATIONS: { value: 'locations', description: 'The database of visitors’ locations, and its age.' },
    DELIVERIES: { value: 'deliveries', description: 'Nothing that is sent out is long overdue.' },
  } satisfies Record<string, { value: CheckName; description: string }>,
})

const CheckState = builder.enumType('InstallationCheckState', {
  description: 'What came of a check.',
  values: {
    OK: { value: 'ok', description: 'It is as it should be.' },
    WARNING: { value: 'warning', description: 'It works, but perhaps not for long or not for everyone.' },
    FAILED: { value: 'failed', description: 'It does not work.' },
    SKIPPED: { value: 'skipped', description: 'There is nothing to look at: it is not configured.' },
  } satisfies Record<string, { value: ShownFinding['state']; description: string }>,
})

const Finding = builder.objectRef<ShownFinding>('InstallationFinding').implement({
  description: 'What a check has found.',
  fields: (t) => ({
    check: t.expose('check', { type: CheckNameEnum, description: 'What was looked at.' }),
    state: t.expose('state', { type: CheckState, description: 'What came of it.' }),
    found: t.exposeString('found', {
      nullable: true,
      description:
        'What was found, in English and without secrets. Null if the installation has several accounts, unless a test mail was taken.',
    }),
    advice: t.exposeString('advice', {
      nullable: true,
      description:
        'What to do. Null when there is nothing to do, and if the installation has several accounts.',
    }),
  }),
})

export const InstallationCheck = builder.objectRef<Check>('InstallationCheck').implement({
  description: 'A run of the checks.',
  fields: (t) => ({
    checkedAt: t.expose('checkedAt', { type: 'DateTime', description: 'When it ended.' }),
    findings: t.field({
      type: [Finding],
      description: 'What each check has found; at most 20.',
      resolve: ({ findings }, _args, { services }) => showFindings(services.db, findings),
    }),
  }),
})

verbMutation('checkInstallation', {
  description:
    'Admins only. Runs the checks of `npm run doctor` on the server, which takes up to 15 seconds. A call during a run, or within 5 seconds after it, gets the findings of that run. At most 20 calls a minute.',
  errors: ['FORBIDDEN', 'RATE_LIMITED'],
  input: (t) => ({
    sendsTestMail: t.boolean({
      required: false,
      defaultValue: false,
      description:
        'Whether a mail is sent to the caller’s own address, to try the mail server; at most 5 an hour.',
    }),
  }),
  resolve: (context, { sendsTestMail }) =>
    checkInstallation(context.services, {
      viewer: viewerOf(context),
      sendsTestMail: sendsTestMail ?? false,
    }),
  payload: (t) => ({
    check: t.field(returned(InstallationCheck, 'What was found.')),
  }),
})
