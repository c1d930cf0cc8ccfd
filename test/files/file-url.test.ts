import { expect, test } from 'vitest'
import { isOwnUrl, publicFileUrl } from '../../server/domain/files/file-url.ts'
import { loadEnv } from '../../server/process/env.ts'

const env = loadEnv({ PUBLIC_URL: 'https://chat.example.com' })

test('an address is ours only if it leads to a file', () => {
  expect(isOwnUrl(env, publicFileUrl(env, '3f9c0b6e5a7d4c1f8e2b9a6d3c5f7e1b'))).toBe(true)
  for (const path of [
    '../archive/export?format=csv',
    '..%2farchive',
    'a/../../graphql',
    'a?x',
    '',
    'a\\..\\b',
  ])
    expect(isOwnUrl(env, `https://chat.example.com/files/${path}`)).toBe(false)
  expect(isOwnUrl(env, 'https://chat.example.com.evil.example/files/3f9c')).toBe(false)
})
