import { type AccountCalls, getCallSettings } from '../domain/calls/settings/get-call-settings.ts'
import { rotateCallSecret } from '../domain/calls/settings/rotate-call-secret.ts'
import { rotateCallToken } from '../domain/calls/settings/rotate-call-token.ts'
import { updateCallSettings } from '../domain/calls/settings/update-call-settings.ts'
import { decryptSecret } from '../secrets.ts'
import { CallGatewayEnum } from './calls.ts'
import { Channel } from './channels.ts'
import { MAX_LIST } from './kit/bounds.ts'
import { builder } from './kit/builder.ts'
import { viewerOf } from './kit/context.ts'
import { loadRow } from './kit/load.ts'
import { returned } from './kit/payload-fields.ts'
import { verbMutation } from './kit/verb-mutation.ts'
import { Weekday } from './weekday.ts'

const DAY = 'The day.'
const FROM = 'When it begins, from 00:00 to 23:59.'
const TO = 'When it ends (exclusive), up to 24:00.'

const CallHours = builder.objectRef<AccountCalls['hours'][number]>('CallHours').implement({
  description: 'Hours on one day of the week, in the time zone of the settings.',
  fields: (t) => ({
    day: t.expose('day', { type: Weekday, description: DAY }),
    from: t.exposeString('from', { description: FROM }),
    to: t.exposeString('to', { description: TO }),
  }),
})

const CallHoursInput = builder.inputType('CallHoursInput', {
  description: 'Hours on one day of the week, in the time zone of the settings.',
  fields: (t) => ({
    day: t.field({ type: Weekday, description: DAY }),
    from: t.string({ description: FROM }),
    to: t.string({ description: `${TO} Hours that cross midnight need two entries.` }),
  }),
})

export const CallSettings = builder.objectRef<AccountCalls>('CallSettings').implement({
  description: "The settings of the account's calls.",
  fields: (t) => ({
    enabled: t.exposeBoolean('enabled', { description: 'Whether visitors may ask to be called.' }),
    channels: t.field({
      type: [Channel],
      description: `The channels whose visitors may ask to be called; at most ${MAX_LIST}.`,
      resolve: ({ channelIds }, _args, { loaders }) =>
        Promise.all(channelIds.map((id) => loadRow(loaders.channel, id))),
    }),
    timeZone: t.exposeString('timeZone', { description: 'The IANA name of the time zone of `hours`.' }),
    hours: t.field({
      type: [CallHours],
      description:
        'When visitors may ask to be called: at most 50 entries. When it is empty, within the business hours of the channel (`businessHours`), or at any time without any.',
      resolve: ({ hours }) => hours,
    }),
    countries: t.exposeStringList('countries', {
      description:
        'The countries (ISO 3166-1 alpha-2) whose numbers may be called; at most 250, or all when it is empty. A number without a country code is taken to be from the first.',
    }),
    balance: t.exposeInt('balance', { description: 'How many more calls may be started.' }),
    gateway: t.expose('gateway', { type: CallGatewayEnum, description: 'Who sets up calls.' }),
    gatewayUrl: t.exposeString('gatewayUrl', {
      nullable: true,
      description: 'The address of the telephone system that orders are posted to.',
    }),
    hasReportUrl: t.boolean({
      description:
        'Whether there is an address for reports. `rotateCallToken` creates one, which is shown only once.',
      resolve: ({ tokenHash }) => tokenHash !== null,
    }),
    hasSecret: t.boolean({
      description:
        'Whether there is a secret that orders are signed with. `rotateCallSecret` creates one, which is shown only once. False after SECRET_KEY was changed: no order is sent until a new secret is created.',
      resolve: ({ secretEncrypted }, _args, { services }) =>
        secretEncrypted !== null && decryptSecret(secretEncrypted, services.env.secretKey) !== null,
    }),
  }),
})

builder.queryField('callSettings', (t) =>
  t.field({
    type: CallSettings,
    description: "The settings of the account's calls. Admins only.",
    authScopes: { admin: true },
    resolve: (_root, _args, context) => getCallSettings(context.services.db, viewerOf(context).accountId),
  }),
)

verbMutation('updateCallSettings', {
  description: 'Admins only. Omitted fields are unchanged.',
  errors: ['BLANK', 'FORBIDDEN', 'INVALID', 'NOT_FOUND', 'PRIVATE_TARGET', 'TOO_LONG'],
  input: (t) => ({
    enabled: t.boolean({ required: false, description: 'See `CallSettings.enabled`.' }),
    channelIds: t.globalIDList({
      for: [Channel],
      required: false,
      description: `All channels whose visitors may ask to be called, replacing the current ones; at most ${MAX_LIST}.`,
    }),
    timeZone: t.string({ required: false, description: 'An IANA name, such as `Europe/Berlin`.' }),
    hours: t.field({
      type: [CallHoursInput],
      required: false,
      description: 'All entries, replacing the current ones; at most 50.',
    }),
    countries: t.stringList({
      required: false,
      description: 'See `CallSettings.countries`; all of them, replacing the current ones.',
    }),
    balance: t.int({
      required: false,
      description: 'How many more calls may be started, 0 to 1,000,000, replacing the current balance.',
    }),
    gateway: t.field({ type: CallGatewayEnum, required: false, description: 'Who sets up calls.' }),
    gatewayUrl: t.string({
      required: false,
      description: 'The address of the telephone system: an http(s) URL that orders are posted to.',
    }),
  }),
  joinsProblems: true,
  resolve: (context, { channelIds, ...input }, problems) =>
    updateCallSettings(context.services, {
      viewer: viewerOf(context),
      problems,
      ...input,
      channelIds: channelIds?.map(({ id }) => id),
    }),
  payload: (t) => ({
    callSettings: t.field(returned(CallSettings, 'The settings, as they are now.')),
  }),
})

verbMutation('rotateCallToken', {
  description:
    'Admins only. Creates a new address for the reports of the telephone system. The old one returns 401 immediately.',
  errors: ['FORBIDDEN'],
  resolve: (context) => rotateCallToken(context.services, { viewer: viewerOf(context) }),
  payload: (t) => ({
    reportUrl: t.string({
      nullable: true,
      description: 'The address. It contains a secret and is shown only once.',
      resolve: ({ value }) => value?.reportUrl,
    }),
  }),
})

verbMutation('rotateCallSecret', {
  description:
    'Admins only. Creates a new secret that orders are signed with. For 24 hours, they are also signed with the old one.',
  errors: ['FORBIDDEN'],
  resolve: (context) => rotateCallSecret(context.services, { viewer: viewerOf(context) }),
  payload: (t) => ({
    secret: t.string({
      nullable: true,
      description: 'The secret, `whsec_…`. It is shown only once.',
      resolve: ({ value }) => value?.secret,
    }),
  }),
})
