import { expect, test } from 'vitest'
import { describeRedisAddress, parseRedisAddress } from '../../server/process/redis-address.ts'

test.each([
  ['redis://cache', { kind: 'single', nodes: [{ host: 'cache', port: 6379 }], tls: false, db: 0 }],
  [
    'rediss://:p%40ss@cache:7000/2',
    { password: 'p@ss', nodes: [{ host: 'cache', port: 7000 }], tls: true, db: 2 },
  ],
  ['redis://user:p@ss@cache', { username: 'user', password: 'p@ss' }],
  ['redis://[::1]:7000', { nodes: [{ host: '::1', port: 7000 }] }],
  [
    'redis+sentinel://user:pw@a,b:5000/chat/3?sentinelPassword=s%26t',
    {
      ...{
        kind: 'sentinel',
        primary: 'chat',
        db: 3,
        username: 'user',
        password: 'pw',
        sentinelPassword: 's&t',
      },
      nodes: [
        { host: 'a', port: 26_379 },
        { host: 'b', port: 5000 },
      ],
    },
  ],
  [
    'rediss+cluster://a:1,b:2',
    {
      ...{ kind: 'cluster', tls: true },
      nodes: [
        { host: 'a', port: 1 },
        { host: 'b', port: 2 },
      ],
    },
  ],
])('%s is read', (url, expected) => {
  expect(parseRedisAddress(url)).toMatchObject(expected)
})

test.each([
  ['http://cache', 'must look like redis://'],
  ['redis+sentinel://a:hush@b', 'must name the primary'],
  ['redis://a,b', 'has several hosts'],
  ['redis+cluster://a/1', 'has only one database'],
  ['redis://a/x', 'the number of the database'],
  ['redis://us:hush%@a', 'write it as %25'],
  ['redis://us:hush@', 'must look like'],
])('%s is refused', (url, message) => {
  expect(() => parseRedisAddress(url)).toThrow(message)
  expect(() => parseRedisAddress(url)).not.toThrow('hush')
})

test('its name has no password', () => {
  const url = 'redis+sentinel://user:hush@a:1,b:2/chat'
  expect(describeRedisAddress(parseRedisAddress(url))).toBe('Redis chat, known to the sentinels at a:1, b:2,')
})
