import { describe, expect, test } from 'vitest'
import { AppError } from '../../server/errors.ts'
import { checkTarget } from '../../server/outbound/check-target.ts'
import { parseTargetRules } from '../../server/outbound/target-rules.ts'

const PRIVATE = [
  ['this network', '0.0.0.0'],
  ['this network', '0.1.2.3'],
  ['private', '10.0.0.1'],
  ['shared (CGNAT)', '100.64.0.1'],
  ['loopback', '127.0.0.1'],
  ['loopback', '127.255.255.254'],
  ['link-local, cloud metadata', '169.254.169.254'],
  ['private', '172.16.0.1'],
  ['private', '172.31.255.255'],
  ['protocol assignments', '192.0.0.8'],
  ['documentation', '192.0.2.1'],
  ['private', '192.168.1.1'],
  ['benchmarking', '198.18.0.1'],
  ['documentation', '198.51.100.1'],
  ['documentation', '203.0.113.1'],
  ['multicast', '224.0.0.1'],
  ['reserved', '240.0.0.1'],
  ['broadcast', '255.255.255.255'],
  ['unspecified', '::'],
  ['loopback', '::1'],
  ['IPv4-compatible', '::127.0.0.1'],
  ['IPv4-mapped', '::ffff:127.0.0.1'],
  ['IPv4-mapped in hexadecimal', '::ffff:a00:1'],
  ['NAT64', '64:ff9b::10.0.0.1'],
  ['NAT64 for local use', '64:ff9b:1::808:808'],
  ['discard', '100::1'],
  ['Teredo', '2001::1'],
  ['documentation', '2001:db8::1'],
  ['6to4', '2002:7f00:1::'],
  ['6to4 of a public address', '2002:808:808::1'],
  ['documentation', '3fff::1'],
  ['not assigned', '4000::1'],
  ['segment routing', '5f00::1'],
  ['unique local', 'fc00::1'],
  ['unique local', 'fd12:3456::1'],
  ['link-local', 'fe80::1'],
  ['link-local with a zone', 'fe80::1%lo'],
  ['site-local', 'fec0::1'],
  ['multicast', 'ff02::1'],
] as const

const PUBLIC = [
  '1.1.1.1',
  '172.32.0.1',
  '100.63.255.255',
  '2606:4700::1111',
  '::ffff:8.8.8.8',
  '64:ff9b::8.8.8.8',
]

describe('addresses', () => {
  const rules = parseTargetRules([])

  test.each(PRIVATE)('refuses an address that is not public: %s %s', (_, address) => {
    expect(rules.allowsAddress('example.org', address)).toBe(false)
  })

  test.each(PUBLIC)('allows the public address %s', (address) => {
    expect(rules.allowsAddress('example.org', address)).toBe(true)
  })
})

describe('what the installation allows', () => {
  test('allows a range, also in its IPv6 spelling, and nothing beside it', () => {
    const rules = parseTargetRules(['10.1.0.0/16', 'fd00:1::/32'])
    expect(rules.allowsAddress('a.test', '10.1.2.3')).toBe(true)
    expect(rules.allowsAddress('a.test', '::ffff:10.1.2.3')).toBe(true)
    expect(rules.allowsAddress('a.test', 'fd00:1::5')).toBe(true)
    expect(rules.allowsAddress('a.test', '10.2.0.1')).toBe(false)
    expect(rules.allowsAddress('a.test', 'fd00:2::5')).toBe(false)
  })

  test('allows single addresses', () => {
    const rules = parseTargetRules(['192.168.1.5', '[::1]'])
    expect(rules.allowsAddress('192.168.1.5', '192.168.1.5')).toBe(true)
    expect(rules.allowsAddress('::1', '::1')).toBe(true)
    expect(rules.allowsAddress('192.168.1.6', '192.168.1.6')).toBe(false)
  })

  test('allows a host name with whatever it resolves to, and no other name', () => {
    const rules = parseTargetRules(['crm.internal'])
    expect(rules.allowsAddress('CRM.internal.', '10.0.0.7')).toBe(true)
    expect(rules.allowsAddress('evil.crm.internal', '10.0.0.7')).toBe(false)
    expect(rules.allowsAddress('evil.test', '10.0.0.7')).toBe(false)
  })

  test.each([
    '10.0.0.0/33',
    '10.0.0/8',
    '10.0.0.0/',
    '::1/129',
    'http://localhost',
    'localhost:3000',
    '*',
    '',
  ])('says which entry it cannot read: %s', (entry) =>
    expect(() => parseTargetRules([entry])).toThrow(`"${entry}"`),
  )
})

describe('addresses typed into a form', () => {
  const refusal = (url: string, allow: string[] = []) => {
    try {
      checkTarget(url, allow, 'input.serverUrl')
      return undefined
    } catch (error) {
      expect(error).toBeInstanceOf(AppError)
      return { code: (error as AppError).code, field: (error as AppError).field }
    }
  }

  test.each([
    'https://example.org/hook',
    'http://example.org:8080/a?b=c',
    'http://8.8.8.8/',
    'http://[2606:4700::1]/',
  ])('accepts %s', (url) => expect(checkTarget(url, []).href).toBe(url))

  test.each([
    'http://127.0.0.1/',
    'http://127.1/',
    'http://2130706433/',
    'http://0x7f000001/',
    'http://0177.0.0.1/',
    'http://0/',
    'http://[::1]/',
    'http://[::ffff:127.0.0.1]/',
    'http://[::ffff:7f00:1]/',
    'http://１２７.0.0.1/',
    'http://169.254.169.254/latest/meta-data',
    'http://localhost:3000/',
    'http://LOCALHOST./',
    'http://app.localhost/',
    'http://ip6-localhost/',
  ])('refuses %s as private', (url) => {
    expect(refusal(url)).toEqual({ code: 'private_target', field: 'input.serverUrl' })
  })

  test.each([
    '',
    'example.org',
    'ftp://example.org/',
    'file:///etc/passwd',
    'javascript:alert(1)',
    'http://',
    'http://user@example.org/',
    'https://user:password@example.org/',
  ])('refuses what is not a plain http(s) address: %s', (url) => {
    expect(refusal(url)).toEqual({ code: 'invalid_request', field: 'input.serverUrl' })
  })

  test('refuses one that is too long', () => {
    const url = `https://example.org/${'a'.repeat(2000)}`
    expect(refusal(url)).toEqual({ code: 'too_long', field: 'input.serverUrl' })
  })

  test('accepts localhost when its name or the loopback range is allowed', () => {
    expect(refusal('http://localhost:3000/', ['localhost'])).toBeUndefined()
    expect(refusal('http://localhost:3000/', ['127.0.0.0/8'])).toBeUndefined()
    expect(refusal('http://127.0.0.1:3000/', ['127.0.0.0/8'])).toBeUndefined()
    expect(refusal('http://localhost:3000/', ['10.0.0.0/8'])).toBeDefined()
  })
})
