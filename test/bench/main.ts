import { writeFileSync } from 'node:fs'
import { parseArgs } from 'node:util'
import type { Bench, Setting } from './bench.ts'
import { measureArchive } from './figures/archive.ts'
import { measureBots } from './figures/bots.ts'
import { measureCrowd } from './figures/crowd.ts'
import { measureFanOut } from './figures/fan-out.ts'
import { measureFootprint } from './figures/footprint.ts'
import { measureHumanPace } from './figures/human-pace.ts'
import { measureInbox } from './figures/inbox.ts'
import { measureIngest } from './figures/ingest.ts'
import { measureMessageCost } from './figures/message-cost.ts'
import { measureOperatorToClient } from './figures/operator-to-client.ts'
import { measureReports } from './figures/reports.ts'
import { measureRouting } from './figures/routing.ts'
import { measureStatus } from './figures/status.ts'
import { measureVisitorToOperator } from './figures/visitor-to-operator.ts'
import { measureWebhooks } from './figures/webhooks.ts'
import { measureWidgets } from './figures/widgets.ts'
import { startLoadGenerator } from './load-generator.ts'
import type { Measurement } from './measurement.ts'
import { printTable } from './print-table.ts'
import { onEmbedded, onPostgresAndRedis } from './settings.ts'

type Figure = (bench: Bench, setting: Setting) => Promise<Measurement[]>

const withRedis: Record<string, Figure> = {
  ingest: measureIngest,
  'visitor-to-operator': measureVisitorToOperator,
  'operator-to-client': measureOperatorToClient,
  status: measureStatus,
  'fan-out': measureFanOut,
  webhooks: measureWebhooks,
  // The last: from then on a bot answers first.
  bots: measureBots,
}
const embedded: Record<string, Figure> = {
  ingest: measureIngest,
  'visitor-to-operator': measureVisitorToOperator,
}
/** These start what they measure themselves. */
const onTheirOwn: Record<string, (bench: Bench) => Promise<Measurement[]>> = {
  'human-pace': measureHumanPace,
  inbox: measureInbox,
  archive: measureArchive,
  'message-cost': measureMessageCost,
  reports: measureReports,
  widgets: measureWidgets,
  crowd: measureCrowd,
  routing: measureRouting,
  footprint: measureFootprint,
}
const names = [...Object.keys(withRedis), ...Object.keys(onTheirOwn)]

const { values: options } = parseArgs({
  options: {
    'closed-chats': { type: 'string' },
    json: { type: 'string' },
    keep: { type: 'string' },
    only: { type: 'string' },
    quick: { type: 'boolean', default: false },
    visitors: { type: 'string', default: '100000' },
  },
})
const chosen = options.only?.split(',') ?? names
const unknown = chosen.filter((name) => !names.includes(name))
if (unknown.length > 0) {
  console.error(`There is no figure ${unknown.join(', ')}. There are: ${names.join(', ')}.`)
  process.exit(1)
}

const load = startLoadGenerator()
const bench: Bench = {
  load,
  ...(options.quick
    ? { rounds: 1, seconds: 0.7, count: 100, closedChats: 50_000 }
    : { rounds: 3, seconds: 2, count: 1500, closedChats: 250_000 }),
  ...(options['closed-chats'] && { closedChats: Number(options['closed-chats']) }),
  visitors: Number(options.visitors),
  keep: options.keep,
}
// Whoever waits for the load generator then fails, and stops what it has started.
process.once('SIGINT', () => void load.stop()).once('SIGTERM', () => void load.stop())
const measurements: Measurement[] = []
try {
  if (isChosen(withRedis)) await onPostgresAndRedis((setting) => measureAll(withRedis, setting))
  if (isChosen(embedded)) await onEmbedded((setting) => measureAll(embedded, setting))
  await measureOnTheirOwn()
} finally {
  // Also what was measured before something failed.
  printTable(measurements)
  if (options.json) writeJson(options.json)
  await load.stop()
}

function isChosen(figures: Record<string, Figure>): boolean {
  return Object.keys(figures).some((name) => chosen.includes(name))
}

async function measureAll(figures: Record<string, Figure>, setting: Setting): Promise<void> {
  for (const [name, measure] of Object.entries(figures)) {
    if (!chosen.includes(name)) continue
    console.error(`Measuring ${name}${setting.suffix} …`)
    measurements.push(...(await measure(bench, setting)))
  }
}

async function measureOnTheirOwn(): Promise<void> {
  for (const [name, measure] of Object.entries(onTheirOwn)) {
    if (!chosen.includes(name)) continue
    console.error(`Measuring ${name} …`)
    measurements.push(...(await measure(bench)))
  }
}

function writeJson(file: string): void {
  const records = measurements.map(({ name, value, unit, floor, ratio }) => ({
    name,
    value,
    unit,
    floor,
    ratio,
  }))
  writeFileSync(file, `${JSON.stringify(records, null, 2)}\n`)
}
