// Changes the source in many small ways, one after the other, and tells which changes no test notices:
//   npm run test:mutants -- server/outbox/claim-heads.ts
//   npm run test:mutants -- server/events --tests test/events --only 3/10
import { spawn } from 'node:child_process'
import { readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs'
import { parseArgs } from 'node:util'
import { type Mutation, mutationsOf } from './mutations.ts'

/** The tests that a folder's code is looked at by first; what they let live is a survivor. */
const TESTS: Record<string, string[]> = {
  'server/events': ['test/events', 'test/channel/three-ways', 'test/outbox', 'test/widget/queue'],
  'server/outbox': ['test/outbox', 'test/deliveries', 'test/webhooks/delivery', 'test/bots/failures'],
  'server/live': ['test/events', 'test/widget/queue', 'test/widget/visits', 'test/widget/marks'],
  'server/domain/messages': ['test/channel', 'test/chats', 'test/deliveries', 'test/widget/conversation'],
  'server/domain/chats': ['test/chats', 'test/events/kinds', 'test/events/live', 'test/graphql/walls'],
}

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    /** Which tests to run instead of those of the table. */
    tests: { type: 'string', multiple: true },
    /** `3/10`: the third tenth of the changes, for a sample or for several machines. */
    only: { type: 'string', default: '1/1' },
  },
})

const files = positionals.flatMap(sourcesIn)
const [part = 1, parts = 1] = values.only.split('/').map(Number)
const mutations = files.flatMap(mutationsOf).filter((_mutation, index) => index % parts === part - 1)
console.log(`${mutations.length} changes in ${files.length} files`)
const looking = new Set(files.map((file) => (values.tests ?? testsOf(file)).join(' ')))
for (const tests of looking)
  if (await fails(tests.split(' '))) throw new Error(`Without a change these tests must pass: ${tests}`)
const survivors: Mutation[] = []
for (const mutation of mutations) {
  const isNoticed = await withMutation(mutation, () => fails(values.tests ?? testsOf(mutation.file)))
  console.log(`${isNoticed ? 'noticed ' : 'SURVIVES'} ${describe(mutation)}`)
  if (!isNoticed) survivors.push(mutation)
}
console.log(`\n${survivors.length} of ${mutations.length} survive`)
for (const survivor of survivors) console.log(describe(survivor))

function sourcesIn(path: string): string[] {
  if (!statSync(path).isDirectory()) return [path]
  return readdirSync(path, { recursive: true, encoding: 'utf8' })
    .filter((name) => name.endsWith('.ts'))
    .map((name) => `${path}/${name}`)
    .toSorted()
}

function testsOf(file: string): string[] {
  const folder = Object.keys(TESTS).find((each) => file.startsWith(each))
  if (!folder) throw new Error(`Which tests look at ${file}? Name them with --tests.`)
  return TESTS[folder] ?? []
}

/** The file is as it was afterwards, also when this is interrupted. */
async function withMutation<T>({ file, start, end, text }: Mutation, work: () => Promise<T>): Promise<T> {
  const source = readFileSync(file, 'utf8')
  const restore = () => writeFileSync(file, source)
  const interrupted = () => {
    restore()
    process.exit(130)
  }
  process.once('SIGINT', interrupted).once('SIGTERM', interrupted)
  writeFileSync(file, source.slice(0, start) + text + source.slice(end))
  try {
    return await work()
  } finally {
    restore()
    process.off('SIGINT', interrupted).off('SIGTERM', interrupted)
  }
}

/** Whether one of the tests fails, or none of them can be loaded. */
function fails(tests: string[]): Promise<boolean> {
  const args = ['vitest', 'run', '--project', 'redis', '--bail=1', ...tests]
  return new Promise((resolve, reject) => {
    const run = spawn('npx', args, { stdio: 'ignore' })
    run.once('error', reject)
    run.once('exit', (code) => resolve(code !== 0))
  })
}

function describe({ file, line, was, text }: Mutation): string {
  const short = (code: string) => code.replace(/\s+/g, ' ').trim().slice(0, 70)
  return `${file}:${line}  ${short(was)}  →  ${short(text) || '(nothing)'}`
}
