import { randomBytes, randomUUID } from 'node:crypto'
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { PassThrough } from 'node:stream'
import { expect, onTestFinished, test } from 'vitest'
import { createSender } from '../../server/outbound/create-sender.ts'
import { loadEnv } from '../../server/process/env.ts'
import { createLogger } from '../../server/process/logger.ts'
import { createRedis } from '../../server/process/redis.ts'
import { createTracing } from '../../server/process/tracing/create-tracing.ts'
import { traceCommands } from '../../server/process/tracing/trace-commands.ts'
import { NO_TRACING } from '../../server/process/tracing/tracing.ts'
import { startWorker } from '../../server/worker.ts'
import { startTestApp } from '../support/app.ts'
import { openDesk, reply } from '../support/desk.ts'
import { globalId, mutate } from '../support/graphql-client.ts'
import { hurriedKinds } from '../support/hurried-kinds.ts'
import { PATIENCE_MS } from '../support/patience.ts'
import { type Receiver, startReceiver } from '../support/receiver.ts'
import { openStores } from '../support/stores.ts'
import { until } from '../support/until.ts'
import { acceptedChat, openCrm } from '../webhooks/support.ts'

interface ReportedSpan {
  traceId: string
  spanId: string
  parentSpanId?: string
  name: string
  links?: { traceId: string }[]
  status?: { code: number }
  attributes: { key: string; value: { stringValue?: string; intValue?: number } }[]
}

interface Report {
  resourceSpans: {
    resource: { attributes: ReportedSpan['attributes'] }
    scopeSpans: { spans: ReportedSpan[] }[]
  }[]
}

function spansIn(requests: { json: unknown }[]): ReportedSpan[] {
  const reports = requests.flatMap(({ json }) => (json as Report).resourceSpans)
  return reports.flatMap(({ scopeSpans }) => scopeSpans.flatMap((scope) => scope.spans))
}

const SILENT = createLogger('silent')
const KEY = randomBytes(32).toString('base64')
const TRACE = randomBytes(16).toString('hex')
const CALLER = randomBytes(8).toString('hex')
const traceparent = `00-${TRACE}-${CALLER}-01`

/** As many spans as the library sends at once, without waiting for more. */
const BATCH = 512

const tracingTo = (url: string, log = SILENT) =>
  createTracing(loadEnv({ DATA_DIR: '/tmp', SECRET_KEY: KEY, OTEL_EXPORTER_OTLP_ENDPOINT: url }), log)

test('a message is traced from its request to its statements, a reply to the receiver of its attempt', async () => {
  const collector = await startReceiver({ body: {} })
  const client = await startReceiver()
  const headersFile = join(mkdtempSync(join(tmpdir(), 'switchboard-headers-')), 'headers')
  onTestFinished(() => rmSync(dirname(headersFile), { recursive: true }))
  writeFileSync(headersFile, 'api-key=a%20key\n')
  const written = new PassThrough()
  const app = await startTestApp({
    variables: { OTEL_EXPORTER_OTLP_ENDPOINT: collector.url, OTEL_EXPORTER_OTLP_HEADERS_FILE: headersFile },
    log: createLogger('info', 'all', written),
  })
  const worker = await startWorker(app.services)
  const desk = await openDesk(app, { serverUrl: client.url })
  const [operator] = desk.operators
  await desk.post({ sender: { id: 'a' }, message: { type: 'text', id: 'm', text: 'hush' } }, { traceparent })
  await reply(operator, (await desk.chatOf('a')).id, 'Hi')
  const received = await client.waitFor(({ headers }) => headers.traceparent !== undefined)
  const refused = await fetch(`${app.url}/channel/a-secret/nobody/status`, { headers: { traceparent } })
  expect(refused.status).toBe(404)
  await worker.stop()
  // What is left is sent at the end.
  await app.close()
  await Promise.all([collector.stop(), client.stop()])

  const reports = collector.requests.flatMap(({ json }) => (json as Report).resourceSpans)
  const spans = spansIn(collector.requests)
  for (const { headers } of collector.requests) expect(headers['api-key']).toBe('a key')
  const named = (name: string | RegExp) =>
    spans.filter((span) => (typeof name === 'string' ? span.name === name : name.test(span.name)))
  expect(reports[0]?.resource.attributes).toContainEqual({
    key: 'service.name',
    value: { stringValue: 'switchboard' },
  })

  const [message] = named('POST /channel/:secret/:publicId')
  expect(message).toMatchObject({ traceId: TRACE, parentSpanId: CALLER })
  const parents = new Set(spans.filter(({ traceId }) => traceId === TRACE).map(({ spanId }) => spanId))
  const statements = named(/^SQL/).filter(({ traceId }) => traceId === TRACE)
  expect(statements.length).toBeGreaterThan(0)
  for (const { parentSpanId = '' } of statements) expect(parents).toContain(parentSpanId)

  const [receiving] = named('verb receiveVisitorMessage')
  expect(receiving).toMatchObject({ traceId: TRACE, parentSpanId: message?.spanId })
  expect(statements.map(({ parentSpanId }) => parentSpanId)).toContain(receiving?.spanId)

  const [verb] = named('verb sendMessage')
  const [operation] = named('mutation sendMessage')
  expect(verb).toMatchObject({ traceId: operation?.traceId, parentSpanId: operation?.spanId })
  const [request] = named('POST /graphql').filter(({ traceId }) => traceId === operation?.traceId)
  expect(operation?.parentSpanId).toBe(request?.spanId)

  const [attempt] = named('attempt client_reply')
  const [post] = named('POST')
  expect(attempt?.links).toMatchObject([{ traceId: operation?.traceId }])
  expect(post).toMatchObject({ traceId: attempt?.traceId, parentSpanId: attempt?.spanId })
  expect(received.headers.traceparent).toBe(`00-${post?.traceId}-${post?.spanId}-01`)

  const told = JSON.stringify(spans)
  for (const secret of ['hush', 'a-secret', operator.cookie, operator.user.email])
    expect(told).not.toContain(secret)
  const lines = String(written.read()).split('\n')
  expect(lines.some((line) => line.includes('not_found') && line.includes(`"traceId":"${TRACE}"`))).toBe(true)
})

test('commands to Redis are part of the trace of those who give them, also when they leave together', async () => {
  const collector = await startReceiver({ body: {} })
  const stores = await openStores()
  const tracing = await tracingTo(collector.url)
  const prefix = `{traced:${randomBytes(8).toString('hex')}}:`
  const observe = traceCommands(tracing)
  const redis = createRedis(
    { url: String(stores.redisUrl) },
    { use: 'producer', prefix, log: SILENT, observe },
  )
  await redis.connect()
  await Promise.all(
    ['anna', 'ben', 'cem'].map((name) => tracing.run(name, {}, () => redis.set(prefix + name, 'hush'))),
  )
  await tracing.run('pipeline', {}, () => redis.pipeline().get(`${prefix}anna`).unlink(`${prefix}ben`).exec())
  await tracing.run('transaction', {}, () => redis.multi().incr(`${prefix}count`).exec())
  const refused = tracing.run('refused', {}, () => redis.incr(`${prefix}cem`))
  await expect(refused).rejects.toThrow('not an integer')
  await redis.get(`${prefix}anna`)
  redis.disconnect()
  await tracing.close()
  await Promise.all([collector.stop(), stores.close()])

  const spans = spansIn(collector.requests)
  const nameOf = (id: string | undefined) => spans.find(({ spanId }) => spanId === id)?.name
  const commands = spans.filter(({ name }) => name.startsWith('REDIS '))
  const given = commands.map(({ name, parentSpanId }) => `${nameOf(parentSpanId)}: ${name}`)
  expect(given.toSorted()).toEqual([
    ...['anna', 'ben', 'cem'].map((name) => `${name}: REDIS SET`),
    ...['GET', 'UNLINK'].map((name) => `pipeline: REDIS ${name}`),
    'refused: REDIS INCR',
    ...['EXEC', 'INCR', 'MULTI'].map((name) => `transaction: REDIS ${name}`),
  ])
  const failed = commands.filter(({ attributes }) => attributes.some(({ key }) => key === 'error.type'))
  expect(failed.map(({ parentSpanId }) => nameOf(parentSpanId))).toEqual(['refused'])
  expect(JSON.stringify(commands)).not.toMatch(/traced|hush/)
})

test('an attempt links to its request when a worker elsewhere makes it', async () => {
  const collector = await startReceiver({ body: {} })
  const client = await startReceiver()
  const variables = { OTEL_EXPORTER_OTLP_ENDPOINT: collector.url, SECRET_KEY: KEY }
  const app = await startTestApp({ variables })
  const other = await startTestApp({ stores: app.stores, variables })
  const worker = await startWorker(other.services)
  const desk = await openDesk(app, { serverUrl: client.url })
  await desk.post({ sender: { id: 'a' }, message: { type: 'text', id: 'm', text: 'Hello' } })
  await reply(desk.operators[0], (await desk.chatOf('a')).id, 'Hi')
  await client.waitFor(1)
  await worker.stop()
  await other.close()
  await app.close()
  await Promise.all([collector.stop(), client.stop()])

  const spans = spansIn(collector.requests)
  const operation = spans.find(({ name }) => name === 'mutation sendMessage')
  const attempt = spans.find(({ name }) => name === 'attempt client_reply')
  expect(attempt?.links).toMatchObject([{ traceId: operation?.traceId }])
})

test('an attempt links to its request when it is a mail, is retried in another lane, or is made again', async () => {
  const collector = await startReceiver({ body: {} })
  const app = await startTestApp({ variables: { OTEL_EXPORTER_OTLP_ENDPOINT: collector.url } })
  const worker = await startWorker(app.services, hurriedKinds)
  const receivers: Receiver[] = []
  const crm = await openCrm(app, { events: ['CHAT_ACCEPTED'] }, receivers)
  const { admin } = crm.desk
  crm.receiver.answer({ status: 500 })
  await acceptedChat(crm)
  await crm.waitFor('chat_accepted')
  crm.receiver.answer({ status: 200 })
  await crm.waitFor('chat_accepted', 2)
  const [item] = await until(async () => {
    const items = await crm.items()
    expect(items).toMatchObject([{ state: 'SENT' }])
    return items
  })
  await mutate(admin.execute, 'resendWebhook', { id: globalId('WebhookDelivery', item?.id ?? '') })
  await crm.waitFor('chat_accepted', 3)
  await mutate(admin.execute, 'inviteOperator', { email: `${randomUUID()}@example.com`, role: 'OPERATOR' })
  await until(async () => {
    const where = { accountId: crm.desk.account.id, kind: 'MAIL' }
    expect(await app.services.db.outboxItem.findMany({ where })).toMatchObject([{ state: 'KEPT' }])
  })
  await worker.stop()
  await app.close()
  await Promise.all([collector, ...receivers].map((receiver) => receiver.stop()))

  const spans = spansIn(collector.requests)
  const attempts = spans.filter(({ name }) => name.startsWith('attempt '))
  const nameOf = (id: string | undefined) =>
    spans.find(({ traceId, name }) => traceId === id && name.startsWith('mutation '))?.name
  expect(
    attempts.map(({ name, links = [] }) => [name, ...links.map(({ traceId }) => nameOf(traceId))]),
  ).toEqual([
    ['attempt webhook', 'mutation acceptChat'],
    ['attempt webhook', 'mutation acceptChat'],
    ['attempt webhook', 'mutation resendWebhook'],
    ['attempt mail', 'mutation inviteOperator'],
  ])
})

test('a request that a receiver refuses, or does not answer, has failed', async () => {
  const collector = await startReceiver({ body: {} })
  const receiver = await startReceiver()
  const tracing = await tracingTo(collector.url)
  const sender = createSender({ allowPrivateTargets: ['127.0.0.1'], tracing })
  const request = { url: receiver.url, body: '{}', headers: {}, timeoutMs: PATIENCE_MS, chunked: false }
  await sender.post(request)
  receiver.answer({ status: 500 })
  await sender.post(request)
  receiver.answer({ close: true })
  await sender.post(request)
  await sender.close()
  await tracing.close()
  await Promise.all([collector.stop(), receiver.stop()])

  const failures = spansIn(collector.requests).map(({ status, attributes }) => [
    status?.code,
    attributes.find(({ key }) => key === 'error.type')?.value.stringValue,
  ])
  const ERROR = 2
  expect(failures).toEqual([
    [0, undefined],
    [ERROR, '500'],
    [ERROR, 'network'],
  ])
})

test('a collector that refuses traces is logged once, and so is its recovery', async () => {
  const collector = await startReceiver({ status: 404 })
  const written = new PassThrough()
  const tracing = await tracingTo(collector.url, createLogger('info', 'all', written))
  const lines = () =>
    String(written.read() ?? '')
      .split('\n')
      .filter(Boolean)
      .map((line) => JSON.parse(line) as { msg: string; reason?: string; traceId?: string })
  const told: ReturnType<typeof lines> = []
  const sendBatch = async (number: number) => {
    for (let span = 0; span < BATCH; span++) tracing.run('span', {}, () => {})
    await collector.waitFor(number)
  }
  await sendBatch(1)
  await sendBatch(2)
  collector.answer({ body: {} })
  await sendBatch(3)
  await until(() => {
    told.push(...lines())
    expect(told.length).toBeGreaterThan(1)
  })
  await tracing.close()
  await collector.stop()
  told.push(...lines())
  expect(told).toMatchObject([
    { msg: 'Traces are being lost: the collector does not take them.', reason: 'Not Found' },
    { msg: 'The collector takes traces again.' },
  ])
  for (const { traceId } of told) expect(traceId).toBeUndefined()
})

test('the end of a process does not wait for a collector that does not answer', async () => {
  let end = () => {}
  const ended = new Promise<void>((resolve) => {
    end = resolve
  })
  const collector = await startReceiver(async () => {
    await ended
    return { body: {} }
  })
  const tracing = await tracingTo(collector.url)
  tracing.run('span', {}, () => {})
  await tracing.close()
  end()
  await collector.stop()
})

test.each([
  ['nothing', {}],
  [
    'another exporter',
    { OTEL_EXPORTER_OTLP_ENDPOINT: 'http://127.0.0.1:4318', OTEL_TRACES_EXPORTER: 'none' },
  ],
  ['what turns it off', { OTEL_EXPORTER_OTLP_ENDPOINT: 'http://127.0.0.1:4318', OTEL_SDK_DISABLED: 'true' }],
])('with %s configured, work just runs', async (_name, variables) => {
  const env = loadEnv({ DATA_DIR: '/tmp', SECRET_KEY: KEY, ...variables })
  expect(await createTracing(env, SILENT)).toBe(NO_TRACING)
})

test('no file that is loaded without an exporter has OpenTelemetry in it or loads it', () => {
  const dist = new URL('../../dist/', import.meta.url)
  const files = new Map(
    readdirSync(dist)
      .filter((name) => name.endsWith('.mjs'))
      .map((name) => [name, readFileSync(new URL(name, dist), 'utf8')]),
  )
  const having = (text: string) => [...files].flatMap(([name, code]) => (code.includes(text) ? [name] : []))
  const loaded = new Set(having('OTLPTraceExporter'))
  expect(loaded.size).toBeGreaterThan(0)
  // Whatever imports one of them at its start loads it as well; a Set also goes through what is added meanwhile.
  for (const name of loaded) {
    for (const importer of having(`"./${name}"`)) {
      const code = files.get(importer)?.replaceAll(/\bimport\("[^"]*"\)/g, '') ?? ''
      if (code.includes(`"./${name}"`)) loaded.add(importer)
    }
  }
  for (const needed of [
    'server.mjs',
    'admin.mjs',
    'file-process.mjs',
    ...having('switchboard_http_requests_total'),
  ])
    expect(loaded).not.toContain(needed)
})
