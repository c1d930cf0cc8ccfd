import type { LookupAddress } from 'node:dns'
import { expect, onTestFinished, test } from 'vitest'
import { createSender } from '../../server/outbound/create-sender.ts'
import { startReceiver } from '../support/receiver.ts'

const LOCAL: LookupAddress = { address: '127.0.0.1', family: 4 }

/** A receiver on 127.0.0.1, and a sender whose name server gives the answers one after the other, the last for ever. */
async function setUp(
  allowPrivateTargets: string[],
  ...answers: (LookupAddress[] | Promise<LookupAddress[]>)[]
) {
  const receiver = await startReceiver()
  const asked: string[] = []
  const sender = createSender({
    allowPrivateTargets,
    resolve: async (hostname) => {
      asked.push(hostname)
      return answers[Math.min(asked.length, answers.length) - 1] ?? []
    },
  })
  onTestFinished(async () => {
    await sender.close()
    await receiver.stop()
  })
  const post = (host: string, timeoutMs = 5000) =>
    sender.post({
      url: `http://${host}:${receiver.port}/`,
      body: '{}',
      headers: {},
      timeoutMs,
      chunked: false,
    })
  return { receiver, asked, post }
}

test.each([
  '127.0.0.1',
  '127.1',
  '2130706433',
  '0x7f.1',
  '0.0.0.0',
  '[::ffff:127.0.0.1]',
  'localhost',
  'LOCALHOST.',
])('does not call %s', async (host) => {
  const { receiver, post } = await setUp([], [LOCAL])
  expect(await post(host)).toMatchObject({ kind: 'failed', reason: 'private_target' })
  expect(receiver.requests).toEqual([])
})

test('does not call a name that resolves to a private address', async () => {
  const { receiver, post } = await setUp([], [LOCAL, { address: '::1', family: 6 }])
  expect(await post('app.example.org')).toMatchObject({ kind: 'failed', reason: 'private_target' })
  expect(receiver.requests).toEqual([])
})

test('calls a private address, range or name that the installation allows', async () => {
  for (const [allowed, host] of [
    ['127.0.0.1', '127.0.0.1'],
    ['127.0.0.0/8', 'app.example.org'],
    ['crm.internal', 'crm.internal'],
    ['127.0.0.1', 'localhost'],
  ] as const) {
    const { receiver, post } = await setUp([allowed], [LOCAL])
    expect(await post(host)).toHaveProperty('kind', 'answered')
    expect(receiver.requests[0]?.headers.host).toBe(`${host}:${receiver.port}`)
  }
})

test('connects only to those addresses of a name that are allowed', async () => {
  const { receiver, post } = await setUp(['127.0.0.2'], [LOCAL, { address: '127.0.0.2', family: 4 }])
  expect(await post('mixed.example.org')).toMatchObject({ kind: 'failed', reason: 'refused' })
  expect(receiver.requests).toEqual([])
})

test('goes on to the next address of a name when the first one is down', async () => {
  const { post } = await setUp(['127.0.0.0/8'], [{ address: '127.0.0.2', family: 4 }, LOCAL])
  expect(await post('two.example.org')).toHaveProperty('kind', 'answered')
})

test('connects to the address that was checked, whatever the name server says next', async () => {
  const { receiver, asked, post } = await setUp(['127.0.0.2'], [{ address: '127.0.0.2', family: 4 }], [LOCAL])
  expect(await post('rebind.example.org')).toMatchObject({ kind: 'failed', reason: 'refused' })
  expect(asked).toEqual(['rebind.example.org'])
  expect(await post('rebind.example.org')).toMatchObject({ kind: 'failed', reason: 'private_target' })
  expect(receiver.requests).toEqual([])
})

test('checks the address again for each new connection of a name that was fine before', async () => {
  const { receiver, post } = await setUp(['127.0.0.1'], [LOCAL], [{ address: '10.0.0.1', family: 4 }])
  expect(await post('moves.example.org')).toHaveProperty('kind', 'answered')
  await receiver.stop()
  await receiver.restart()
  expect(await post('moves.example.org')).toMatchObject({ kind: 'failed', reason: 'private_target' })
})

test.each(['file:///etc/passwd', 'ftp://example.org/', 'not an address'])('does not call %s', async (url) => {
  const sender = createSender({ allowPrivateTargets: [] })
  const outcome = await sender.post({ url, body: '{}', headers: {}, timeoutMs: 1000, chunked: false })
  expect(outcome).toMatchObject({ kind: 'failed', reason: 'private_target' })
})

test('tells a name that does not exist', async () => {
  const unknown = Promise.reject(Object.assign(new Error('getaddrinfo ENOTFOUND'), { code: 'ENOTFOUND' }))
  const { post } = await setUp([], unknown)
  expect(await post('nowhere.invalid')).toMatchObject({ kind: 'failed', reason: 'dns' })
})

test('counts the time of resolving, and sends nothing after its limit', async () => {
  let answer: (addresses: LookupAddress[]) => void = () => undefined
  const late = new Promise<LookupAddress[]>((resolve) => {
    answer = resolve
  })
  const { receiver, asked, post } = await setUp(['127.0.0.1'], late)
  const [first, second] = await Promise.all([post('slow.example.org', 150), post('slow.example.org', 150)])
  expect(first).toMatchObject({ kind: 'failed', reason: 'timeout' })
  expect(second).toMatchObject({ kind: 'failed', reason: 'timeout' })
  expect(asked).toHaveLength(1)
  answer([LOCAL])
  expect(await post('slow.example.org')).toHaveProperty('kind', 'answered')
  expect(receiver.requests).toHaveLength(1)
})

test('refuses to start with an entry that it cannot read', () => {
  expect(() => createSender({ allowPrivateTargets: ['10.0.0.0/99'] })).toThrow('"10.0.0.0/99"')
})
