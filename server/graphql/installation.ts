import manifest from '../../package.json' with { type: 'json' }
import { findLastCheck } from '../domain/installation/find-last-check.ts'
import { servesOneAccount } from '../domain/installation/serves-one-account.ts'
import { type AskedStore, askStores } from '../domain/installation/state/ask-stores.ts'
import { countJobs, type JobQueue } from '../domain/installation/state/count-jobs.ts'
import { findBacklogs } from '../domain/installation/state/find-backlogs.ts'
import { findFreeSpace } from '../domain/installation/state/find-free-space.ts'
import {
  type FoundProcess,
  findProcesses,
  MOST_PROCESSES,
} from '../domain/installation/state/find-processes.ts'
import { labelOfKind } from '../outbox/lane.ts'
import { LANES_LOOKED_AT, type LaneStates } from '../outbox/lane-states.ts'
import { InstallationCheck } from './installation-checks.ts'
import { builder } from './kit/builder.ts'

/** Whether the admin who asks may learn everything: there is no other account that the figures are about. */
interface Seen {
  isAlone: boolean
}

const HIDDEN = 'Null if the installation has several accounts.'

const Store = builder.enumType('InstallationStore', {
  description: 'A store of the installation.',
  values: {
    POSTGRESQL: { description: 'The database.' },
    REDIS: { description: 'Queues, live updates, presence and limits, if there are several processes.' },
  } satisfies Record<AskedStore['store'], { description: string }>,
})

const StoreState = builder.objectRef<AskedStore & Seen>('InstallationStoreState').implement({
  description: 'Whether a store responds to the process that returns this.',
  fields: (t) => ({
    store: t.expose('store', { type: Store, description: 'Which store.' }),
    isUp: t.exposeBoolean('isUp', { description: 'Whether it answers within two seconds.' }),
    latencyMs: t.exposeInt('latencyMs', {
      nullable: true,
      description: 'How long it took to answer, in milliseconds. Null when it does not.',
    }),
    version: t.string({
      nullable: true,
      description: `Its version. Null when it does not answer. ${HIDDEN}`,
      resolve: ({ isAlone, version }) => (isAlone ? version : null),
    }),
  }),
})

const ProcessFigures = builder.objectRef<FoundProcess>('InstallationProcessFigures').implement({
  description:
    'Where a process runs and how much it does, as it has said itself within the last ten seconds.',
  fields: (t) => ({
    host: t.exposeString('host', { description: 'The name of its machine or container.' }),
    operatorSockets: t.exposeInt('operatorSockets', {
      description: 'Open WebSockets of operators and their programs.',
    }),
    visitorSockets: t.exposeInt('visitorSockets', { description: 'Open WebSockets of visitors.' }),
    filesWaiting: t.exposeInt('filesWaiting', {
      description: 'Uploaded files that are waiting to be inspected.',
    }),
    memory: t.field({
      type: 'ByteCount',
      description: 'The memory that it uses.',
      resolve: ({ memoryBytes }) => Number(memoryBytes),
    }),
  }),
})

const Process = builder.objectRef<FoundProcess & Seen>('InstallationProcess').implement({
  description: 'A process of the installation.',
  fields: (t) => ({
    role: t.exposeString('role', { description: 'What it does: `web`, `worker` or `all`.' }),
    version: t.exposeString('version', { description: 'Its version.' }),
    build: t.exposeString('build', {
      description:
        'When the last migration that it knows was written, such as `20260101120000`. Builds of one version can differ.',
    }),
    startedAt: t.expose('startedAt', { type: 'DateTime', description: 'When it was started.' }),
    seenAt: t.expose('seenAt', {
      type: 'DateTime',
      description: 'When it last reported that it is running.',
    }),
    isSilent: t.exposeBoolean('isSilent', {
      description:
        'Whether it has said nothing for 35 seconds: it was killed, hangs, or has lost the database.',
    }),
    figures: t.field({
      type: ProcessFigures,
      nullable: true,
      description: `Where it runs and how much it does. ${HIDDEN}`,
      resolve: ({ isAlone, ...process }) => (isAlone ? process : null),
    }),
  }),
})

const Backlog = builder.objectRef<LaneStates>('DeliveryBacklog').implement({
  description: `What is waiting to be sent of one kind, in lanes: in each, one item is sent after the other. At most ${LANES_LOOKED_AT} lanes of a kind are counted.`,
  fields: (t) => ({
    kind: t.string({
      description:
        'What is sent, as in the metrics: `client_reply`, `bot_event`, `webhook`, `call_order`, `mail`, `reply_mail`, `weekly_report`, `push`.',
      resolve: ({ kind }) => labelOfKind(kind),
    }),
    sending: t.exposeInt('sending', { description: 'Lanes in which an attempt is being made.' }),
    due: t.exposeInt('due', { description: 'Lanes whose next attempt is due but has not begun.' }),
    waiting: t.exposeInt('waiting', {
      description: 'Lanes whose next attempt is later, or that wait for another lane.',
    }),
    overdueSeconds: t.int({
      description:
        'For how many seconds the most overdue attempt has been due. If it rises, there are too few workers.',
      resolve: ({ overdue }) => Math.max(0, Math.round(overdue ?? 0)),
    }),
  }),
})

const Queue = builder.objectRef<JobQueue>('JobQueue').implement({
  description: 'A queue of the workers.',
  fields: (t) => ({
    name: t.exposeString('name', { description: 'Its name.' }),
    jobs: t.exposeInt('jobs', {
      nullable: true,
      description: 'How many jobs are waiting, delayed or running. Null when the store does not answer.',
    }),
  }),
})

const Load = builder.objectRef<Seen>('InstallationLoad').implement({
  description: 'How much the whole installation has to do.',
  fields: (t) => ({
    deliveries: t.field({
      type: [Backlog],
      complexity: { field: 100, multiplier: 10 },
      description: 'What is waiting to be sent, of each kind; at most 20.',
      resolve: (_load, _args, { services }) => findBacklogs(services),
    }),
    queues: t.field({
      type: [Queue],
      description: 'The queues of the workers, at most 40.',
      resolve: (_load, _args, { services }) => countJobs(services),
    }),
    freeFileSpace: t.field({
      type: 'ByteCount',
      nullable: true,
      description:
        'The space that is left for uploaded files on the machine that answers this, in bytes. Null when it is not known.',
      resolve: (_load, _args, { services }) => findFreeSpace(services),
    }),
  }),
})

const Installation = builder.objectRef<Seen>('Installation').implement({
  description:
    'The state of the installation that the account is on. It contains no secrets and nothing about other accounts. If there are any, it says what works and what does not, but neither how much the installation does nor where it runs: those who run it have the metrics and `npm run doctor`.',
  fields: (t) => ({
    version: t.string({
      description: 'The version of the process that answers this.',
      resolve: () => manifest.version,
    }),
    stores: t.field({
      type: [StoreState],
      description: 'Whether the stores answer, at most 2. There is no `REDIS` without REDIS_URL.',
      resolve: async ({ isAlone }, _args, { services }) =>
        (await askStores(services)).map((store) => ({ ...store, isAlone })),
    }),
    processes: t.field({
      type: [Process],
      description: `The processes, those that have run longest first; at most ${MOST_PROCESSES}. One that ended without saying so is among them for ten minutes. Earlier versions do not appear.`,
      resolve: async ({ isAlone }, _args, { services }) =>
        (await findProcesses(services)).map((process) => ({ ...process, isAlone })),
    }),
    load: t.field({
      type: Load,
      nullable: true,
      description: `How much it has to do. ${HIDDEN}`,
      resolve: (seen) => (seen.isAlone ? seen : null),
    }),
    lastCheck: t.field({
      type: InstallationCheck,
      nullable: true,
      description:
        'What `checkInstallation` found when an admin last called it, without the test mail. Null before.',
      resolve: (_installation, _args, { services }) => findLastCheck(services.db),
    }),
  }),
})

builder.queryField('installation', (t) =>
  t.field({
    type: Installation,
    description: 'The state of the installation. Admins only.',
    authScopes: { admin: true },
    resolve: async (_root, _args, { services }) => ({ isAlone: await servesOneAccount(services.db) }),
  }),
)
