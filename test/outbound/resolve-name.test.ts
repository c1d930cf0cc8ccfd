import { createSocket } from 'node:dgram'
import { lookup } from 'node:dns/promises'
import { once } from 'node:events'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setImmediate as nextTurn } from 'node:timers/promises'
import { expect, onTestFinished, test } from 'vitest'
import { createResolve, type Resolve } from '../../server/outbound/resolve-name.ts'

const A = 1
const SERVFAIL = 2
const NXDOMAIN = 3

/**
 * A name server on this machine: `quick.…` has an address, `silent.…` gets no answer, `broken.…` an
 * error, and other names do not exist.
 */
async function startNameServer() {
  const socket = createSocket('udp4')
  const asked: string[] = []
  socket.on('message', (query, { port, address }) => {
    const question = query.subarray(12, query.indexOf(0, 12) + 5)
    const name = readName(question)
    asked.push(name)
    if (name.startsWith('silent')) return
    const isKnown = name.startsWith('quick')
    const hasAddress = isKnown && question.readUInt16BE(question.length - 4) === A
    const header = Buffer.from(query.subarray(0, 12))
    const code = name.startsWith('broken') ? SERVFAIL : NXDOMAIN
    header.writeUInt16BE(0x8180 | (isKnown ? 0 : code), 2)
    header.writeUInt16BE(hasAddress ? 1 : 0, 6)
    header.writeUInt32BE(0, 8)
    // The name of the question, an A record for a minute, four bytes.
    const answer = Buffer.from([0xc0, 12, 0, A, 0, 1, 0, 0, 0, 60, 0, 4, 192, 0, 2, 7])
    socket.send(Buffer.concat([header, question, ...(hasAddress ? [answer] : [])]), port, address)
  })
  socket.bind(0, '127.0.0.1')
  await once(socket, 'listening')
  onTestFinished(() => void socket.close())
  return { address: `127.0.0.1:${socket.address().port}`, asked }
}

function readName(question: Buffer): string {
  const labels: string[] = []
  for (let at = 0; question[at]; at += (question[at] ?? 0) + 1)
    labels.push(question.toString('latin1', at + 1, at + 1 + (question[at] ?? 0)))
  return labels.join('.').toLowerCase()
}

async function setUp({ hosts = '', ...options }: { hosts?: string; lookup?: Resolve } = {}) {
  const folder = mkdtempSync(join(tmpdir(), 'switchboard-hosts-'))
  onTestFinished(() => rmSync(folder, { recursive: true }))
  const hostsFile = join(folder, 'hosts')
  writeFileSync(hostsFile, hosts)
  const { address, asked } = await startNameServer()
  return { asked, resolve: createResolve({ servers: [address], hostsFile, ...options }) }
}

test('names whose name servers are silent keep no other name, and nobody else, from being resolved', async () => {
  const { resolve } = await setUp()
  let isOver = false
  void Promise.allSettled(Array.from({ length: 20 }, (_, n) => resolve(`silent-${n}.example.org`))).then(
    () => {
      isOver = true
    },
  )
  expect(await resolve('quick.example.org')).toEqual([{ address: '192.0.2.7', family: 4 }])
  // As the database's name is resolved.
  expect((await lookup('localhost')).address).toBeTruthy()
  expect(isOver).toBe(false)
})

test('a name server that fails is no proof that there is no such name', async () => {
  const { resolve } = await setUp()
  await expect(resolve('broken.example.org')).rejects.toMatchObject({ code: 'EAI_AGAIN' })
})

test('the hosts file comes first, whatever the name servers say', async () => {
  const { resolve, asked } = await setUp({
    hosts: '# ours\n10.1.2.3  quick.example.org crm # the CRM\n::5\tQUICK.example.org\n',
  })
  expect(await resolve('Quick.example.org.')).toEqual([
    { address: '10.1.2.3', family: 4 },
    { address: '::5', family: 6 },
  ])
  expect(await resolve('crm')).toEqual([{ address: '10.1.2.3', family: 4 }])
  expect(asked).toEqual([])
})

test('what DNS does not know, and what is no full name, is asked of the system, one name at a time', async () => {
  const system = { address: '10.9.9.9', family: 4 }
  let atOnce = 0
  let most = 0
  const { resolve, asked } = await setUp({
    async lookup() {
      most = Math.max(most, ++atOnce)
      await nextTurn()
      atOnce--
      return [system]
    },
  })
  const names = ['nowhere.example.org', 'crm', 'elsewhere.example.org', 'printer']
  expect(await Promise.all(names.map(resolve))).toEqual(names.map(() => [system]))
  expect(most).toBe(1)
  expect(new Set(asked)).toEqual(new Set(['nowhere.example.org', 'elsewhere.example.org']))
})
