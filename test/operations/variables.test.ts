import { mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { paths } from '../../server/paths.ts'
import { checkNode } from '../../server/process/check-node.ts'
import { loadEnv } from '../../server/process/env.ts'
import { EnvError } from '../../server/process/env-error.ts'

function load(variables: Record<string, string>) {
  const dir = mkdtempSync(join(tmpdir(), 'switchboard-env-'))
  onTestFinished(() => rmSync(dir, { recursive: true, force: true }))
  return loadEnv({ SECRET_KEY: Buffer.alloc(32, 1).toString('base64'), DATA_DIR: dir, ...variables })
}

test.each([
  ['REDIS_URI', 'REDIS_URL'],
  ['REDIS_ULR', 'REDIS_URL'],
  ['PUBLICURL', 'PUBLIC_URL'],
  ['public_url', 'PUBLIC_URL'],
  ['SWITCHBOARD_PORT', 'PORT'],
  ['SWITCHBOARD_LOG_LEVEL', 'LOG_LEVEL'],
  ['ADMIN_PASWORD', 'ADMIN_PASSWORD'],
  ['TRUSTPROXY', 'TRUST_PROXY'],
  ['SMTP_URI', 'SMTP_URL'],
  ['MAILFROM', 'MAIL_FROM'],
])('%s is told to be no variable, but nearly %s', (given, meant) => {
  const { warnings } = load({ [given]: 'x' })
  expect(warnings).toHaveLength(1)
  expect(warnings[0]).toMatch(new RegExp(`^${given} is unknown.*${meant}`))
})

test.each(['DATABASE_URI', 'DATABASEURL', 'DATA_DIRS', 'SECRET_KEYS', 'SWITCHBOARD_DATABASE_URL'])(
  '%s alone is refused: data would go to another place',
  (given) => {
    const variables: Record<string, string> = { [given]: 'postgresql://x/y' }
    const without = { SECRET_KEY: '', DATA_DIR: '' }
    expect(() => load({ ...without, ...variables })).toThrow(EnvError)
    expect(() => load({ ...without, ...variables })).toThrow(given)
  },
)

test('what other programs use, and what stands beside the right name, is told nothing of', () => {
  const others = {
    HOSTNAME: 'a',
    HOME: '/',
    PATH: '/bin',
    PWD: '/',
    COST: '1',
    REDIS_HOST: 'r',
    REDIS_PORT: 'tcp://10.0.0.1:6379',
    SWITCHBOARD_PORT: 'tcp://10.0.0.1:4000',
    PGDATA: '/x',
    XDG_DATA_DIRS: '/usr',
    npm_config_loglevel: 'warn',
    DATABASE_URL: 'postgresql://x/y',
    DATABASE_URI: 'postgresql://x/y',
  }
  expect(load(others).warnings).toEqual([])
})

test.each([
  'https://chat.example.com/chat',
  'https://chat.example.com?x',
  'https://me:you@chat.example.com',
  'chat',
])('PUBLIC_URL %s is refused', (PUBLIC_URL) => {
  expect(() => load({ PUBLIC_URL })).toThrow(/PUBLIC_URL: must (be|have)/)
})

test('ADMIN_PASSWORD has as many characters as any password', () => {
  const password = (length: number) => load({ ADMIN_PASSWORD: 'x'.repeat(length) }).admin.password
  expect(() => password(9)).toThrow('ADMIN_PASSWORD: must have at least 10 characters')
  expect(password(200)).toHaveLength(200)
  expect(() => password(201)).toThrow('ADMIN_PASSWORD: must have at most 200 characters')
})

test('PUBLIC_URL may end with a slash', () => {
  expect(load({ PUBLIC_URL: 'https://chat.example.com/' }).http.publicUrl).toBe('https://chat.example.com')
})

test('MAIL_FROM is an e-mail address, or a name with one', () => {
  const from = (MAIL_FROM: string) =>
    load({ SMTP_URL: 'smtps://me:secret@mail.example.com', MAIL_FROM }).mail?.from
  expect(from('support@example.com')).toEqual({ name: '', address: 'support@example.com' })
  const named = { name: 'Example, support', address: 'support@example.com' }
  expect(from('Example, support <support@example.com>')).toEqual(named)
  expect(from('"Example, support" <support@example.com>')).toEqual(named)
})

test.each([
  [{ SMTP_URL: 'smtp://mail.example.com' }, /SMTP_URL needs MAIL_FROM/],
  [{ SMTP_URL: 'mail.example.com:25', MAIL_FROM: 'a@example.com' }, /SMTP_URL: must be an address/],
  [{ SMTP_URL: 'smtp://mail.example.com', MAIL_FROM: 'support' }, /MAIL_FROM: must be an e-mail/],
  [{ SMTP_URL: 'smtp://mail.example.com', MAIL_FROM: 'A\r\nBcc: b@c.de <a@b.de>' }, /MAIL_FROM: must be/],
])('mail that could not be sent is refused at the start: %o', (variables, why) => {
  expect(() => load(variables)).toThrow(why)
})

test.each(['/proc', '/proc/switchboard', '/proc/../proc/1'])('DATA_DIR cannot be %s', (DATA_DIR) => {
  expect(() => load({ DATA_DIR })).toThrow('DATA_DIR: must be a folder on a disk')
})

test('FILE_STORE_BEFORE_URL is folder or the address of a store', () => {
  expect(load({ FILE_STORE_BEFORE_URL: 'folder' }).files.before).toBe('folder')
  const before = () => load({ FILE_STORE_BEFORE_URL: '/srv/files' })
  expect(before).toThrow('FILE_STORE_BEFORE_URL: must be folder, or look like s3://access-key:secret-key@')
})

test('OTEL_EXPORTER_OTLP_HEADERS are headers, separated by commas', () => {
  const OTEL_EXPORTER_OTLP_ENDPOINT = 'https://traces.example.com'
  const headers = (OTEL_EXPORTER_OTLP_HEADERS: string) =>
    load({ OTEL_EXPORTER_OTLP_ENDPOINT, OTEL_EXPORTER_OTLP_HEADERS }).tracing?.headers
  for (const given of ['api-key=a%2Cb', 'authorization=Basic YTpi==, x-team = chat,'])
    expect(headers(given)).toBe(given)
  for (const given of ['api-key', 'api-key=', '=a', 'api key=a', 'api-key=%', 'a=b,api-key: c'])
    expect(() => headers(given), given).toThrow('OTEL_EXPORTER_OTLP_HEADERS: must be headers such as')
})

test('without SMTP_URL no mail is sent', () => {
  expect(load({ MAIL_FROM: 'support@example.com' }).mail).toBeNull()
})

function newFile(text: string): string {
  const dir = mkdtempSync(join(tmpdir(), 'switchboard-secret-'))
  onTestFinished(() => rmSync(dir, { recursive: true, force: true }))
  writeFileSync(join(dir, 'secret'), text)
  return join(dir, 'secret')
}

test('every secret can be given in a file, with or without a line break at its end', () => {
  const key = Buffer.alloc(32, 7)
  const env = load({
    SECRET_KEY: '',
    SECRET_KEY_FILE: newFile(key.toString('base64')),
    DATABASE_URL_FILE: newFile('postgresql://db/switchboard\n'),
    REDIS_URL_FILE: newFile('redis://redis\r\n'),
    SMTP_URL_FILE: newFile('smtp://mail.example.com\n'),
    MAIL_FROM: 'support@example.com',
    METRICS_TOKEN_FILE: newFile('0123456789abcdef\n'),
    ADMIN_PASSWORD_FILE: newFile(' correct horse \n'),
  })
  expect(env).toMatchObject({
    secretKey: key,
    database: { url: 'postgresql://db/switchboard' },
    redis: { url: 'redis://redis' },
    mail: { smtpUrl: 'smtp://mail.example.com' },
    http: { metricsToken: '0123456789abcdef' },
    admin: { password: ' correct horse ' },
    warnings: [],
  })
})

test('a secret that is given twice, in no file or in an empty one is refused, all at once and without its value', () => {
  const variables = {
    REDIS_URL: 'redis://:hush@redis',
    REDIS_URL_FILE: newFile('redis://:hush@other'),
    DATABASE_URL_FILE: '/nowhere/database-url',
    ADMIN_PASSWORD_FILE: newFile('\n'),
    METRICS_TOKEN_FILE: newFile('hush'),
    SMTP_URL_FILE: '/',
  }
  const said = catchMessage(() => load(variables))
  expect(said).toContain('REDIS_URL_FILE: REDIS_URL is set as well. Keep only one of the two')
  expect(said).toContain("DATABASE_URL_FILE: ENOENT: no such file or directory, stat '/nowhere/database-url'")
  expect(said).toMatch(/ADMIN_PASSWORD_FILE: \S+ is empty/)
  expect(said).toContain('SMTP_URL_FILE: / is a folder, not a file')
  expect(said).toContain('METRICS_TOKEN: ')
  expect(said).not.toContain('hush')
})

test.each(['DATABASE_URI_FILE', 'SECRETKEY_FILE'])('%s is refused: nearly the file of a secret', (given) => {
  expect(() => load({ [given]: '/x' })).toThrow(given)
})

function catchMessage(run: () => unknown): string {
  try {
    run()
  } catch (error) {
    return (error as Error).message
  }
  throw new Error('Nothing was refused.')
}

test.each([
  ['18.20.8', 'Node 18.20.8 is too old: 20.19 or later is needed.'],
  ['20.18.3', 'Node 20.18.3 is too old: 20.19 or later is needed.'],
  ['20.19.0', undefined],
  ['24.1.0', undefined],
])('Node %s: %s', (version, problem) => {
  expect(checkNode(version)).toBe(problem)
})

test.each(['server.mjs', 'admin.mjs'])('%s says so before it loads what an older Node cannot', (program) => {
  const dist = join(paths.root, 'dist')
  const loaded = new Set([program])
  // A Set also goes through what is added meanwhile.
  for (const name of loaded) {
    const code = readFileSync(join(dist, name), 'utf8')
    for (const [, imported = ''] of code.matchAll(/(?:from|import)\s*"\.\/([^"]+)"/g)) loaded.add(imported)
  }
  const bytes = [...loaded].reduce((sum, name) => sum + statSync(join(dist, name)).size, 0)
  expect(bytes).toBeLessThan(10_000)
})
