import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Redis } from 'ioredis'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { checkRedis } from '../../server/stores/check-redis.ts'
import { findFreePort } from '../../server/stores/find-free-port.ts'
import { selfSigned } from '../outbound/self-signed.ts'
import { openClientServer, textOf } from '../support/client-server.ts'
import { createDatabase, type TestDatabase } from '../support/postgres.ts'
import { startRedis, type TestRedis } from '../support/redis.ts'
import { startSwitchboard } from '../support/switchboard.ts'

const dir = mkdtempSync(join(tmpdir(), 'switchboard-tls-'))
const certificate = join(dir, 'redis.crt')
const key = join(dir, 'redis.key')
let redis: TestRedis
let database: TestDatabase
let tlsPort: number
beforeAll(async () => {
  writeFileSync(certificate, selfSigned.cert)
  writeFileSync(key, selfSigned.key)
  tlsPort = await findFreePort()
  redis = await startRedis([
    ...['--tls-port', String(tlsPort), '--tls-cert-file', certificate, '--tls-key-file', key],
    ...['--tls-ca-cert-file', certificate, '--tls-auth-clients', 'no'],
  ])
  database = await createDatabase()
  const admin = new Redis(redis.url)
  // As docs/operations.md says.
  await admin.call(
    'ACL',
    ...[
      'SETUSER',
      'switchboard',
      'on',
      '>s%cret',
      'resetkeys',
      '~{switchboard:*',
      'resetchannels',
      '&{switchboard:*',
    ],
    ...['+@all', '-@admin', '-@dangerous', '+info'],
  )
  admin.disconnect()
})
afterAll(async () => {
  await redis?.stop()
  await database?.drop()
  rmSync(dir, { recursive: true, force: true })
})

const address = () => `rediss://switchboard:s%25cret@127.0.0.1:${tlsPort}`

test('a certificate that nobody knows is refused with what to do', async () => {
  await expect(checkRedis({ url: address() })).rejects.toThrow('set REDIS_CA_FILE to')
  expect(await checkRedis({ url: address(), ca: selfSigned.cert })).toEqual([])
})

test('over TLS, a user who may do nothing outside of our keys and topics is enough for everything', async () => {
  const stores = { databaseUrl: database.url, redisUrl: address(), close: async () => {} }
  const app = await startSwitchboard({ stores, variables: { REDIS_CA_FILE: certificate } })
  try {
    const { desk, receiver, chat, send } = await openClientServer(app)
    const id = await chat()
    await send(id, 'Hello')
    await receiver.waitFor(1)
    expect(receiver.requests.map(textOf)).toEqual(['Hello'])
    expect((await fetch(`${app.url}/readyz`)).status).toBe(200)
    expect((await fetch(`${app.url}${desk.channel.path}/status`)).status).toBe(200)
  } finally {
    await app.close()
  }
  const admin = new Redis(redis.url)
  // What the user was refused.
  expect(await admin.call('ACL', 'LOG')).toEqual([])
  admin.disconnect()
})
