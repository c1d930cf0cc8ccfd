import { execFile, spawn } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { once } from 'node:events'
import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs'
import { chmod, cp, mkdir, mkdtemp, readdir, readFile, rm, stat, symlink, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest'
import { BackupReader } from '../../server/domain/installation/backup/backup-reader.ts'
import { createBackup } from '../../server/domain/installation/backup/create-backup.ts'
import { createTrialDatabase } from '../../server/domain/installation/backup/create-trial-database.ts'
import { restoreBackup } from '../../server/domain/installation/backup/restore-backup.ts'
import { verifyBackup, verifyOnServer } from '../../server/domain/installation/backup/verify-backup.ts'
import { createFolderStorage } from '../../server/files/folder-storage.ts'
import { paths } from '../../server/paths.ts'
import { checkPostgres } from '../../server/stores/check-postgres.ts'
import { connectPostgres } from '../../server/stores/connect-postgres.ts'
import { migrate } from '../../server/stores/migrate.ts'
import { isAlive } from '../../server/stores/processes.ts'
import { drawPicture } from '../files/samples.ts'
import { startTestApp, type TestApp } from '../support/app.ts'
import { type Desk, openDesk } from '../support/desk.ts'
import { graphqlAs } from '../support/graphql-client.ts'
import { createEmptyDatabase } from '../support/postgres.ts'
import { runProgram } from '../support/run-program.ts'
import { openStores } from '../support/stores.ts'

const PASSPHRASE = 'correct horse battery staple'
const secretKey = randomBytes(32)

let app: TestApp
let dir: string
beforeAll(async () => {
  app = await startTestApp({
    variables: {
      SECRET_KEY: secretKey.toString('base64'),
      VISITOR_RATE_LIMIT: '100000',
      CHANNEL_RATE_LIMIT: '100000',
    },
  })
  dir = await newDir()
  await writeFile(join(dir, 'passphrase'), `${PASSPHRASE}\n`)
})
afterAll(async () => {
  await app.close()
  await rm(dir, { recursive: true })
})

async function newDir(): Promise<string> {
  const made = await mkdtemp(join(tmpdir(), 'switchboard-backup-'))
  // PostgreSQL does not run as root.
  await chmod(made, 0o755)
  return made
}

async function passingDir(): Promise<string> {
  const made = await newDir()
  onTestFinished(() => rm(made, { recursive: true }))
  return made
}

/** The command line with these variables; by default those of the app. */
function admin(args: string[], variables: Record<string, string> = ofApp()) {
  return runProgram('dist/admin.mjs', args, { env: { PATH: process.env.PATH, ...variables } })
}

const ofApp = () => ({
  DATABASE_URL: app.stores.databaseUrl,
  DATA_DIR: app.services.env.dataDir,
  SECRET_KEY: secretKey.toString('base64'),
})
const withPassphrase = () => ['--passphrase-file', join(dir, 'passphrase')]

/** Uploads a picture as an operator. Returns its address on the app that has it. */
async function uploadPicture({ operators: [{ cookie }] }: Desk): Promise<string> {
  const form = new FormData()
  const picture = await drawPicture(640, 480, 'red').png().toBuffer()
  form.append('file', new Blob([new Uint8Array(picture)]), 'picture.png')
  const headers = { cookie, 'x-graphql-yoga-csrf': '1' }
  const uploaded = await fetch(`${app.url}/files`, { method: 'POST', headers, body: form })
  const { url } = (await uploaded.json()) as { url: string }
  return new URL(url).pathname
}

/** The key of the file at an address. */
const keyAt = (path: string) => String(path.split('/').at(-1))

/** Visitors write until it is told to stop. */
function startTraffic({ say }: Desk): () => Promise<string[]> {
  let goesOn = true
  const write = async (visitor: string) => {
    const ids: string[] = []
    while (goesOn) ids.push(await say(visitor, `Message ${ids.length}`))
    return ids
  }
  const written = Promise.all(['a', 'b', 'c'].map(write))
  return async () => {
    goesOn = false
    return (await written).flat()
  }
}

async function bytesAt(address: string): Promise<Buffer> {
  const response = await fetch(address)
  expect(response.status).toBe(200)
  return Buffer.from(await response.arrayBuffer())
}

test('what is backed up under traffic is all there after a restore elsewhere, and nowhere readable without the passphrase', async () => {
  const desk = await openDesk(app)
  const path = await uploadPicture(desk)
  const before = await desk.say('a', 'Before the backup')
  const backup = join(dir, 'encrypted')
  const stopTraffic = startTraffic(desk)
  const made = await admin(['backup', backup, ...withPassphrase()])
  await stopTraffic()
  expect(made).toMatchObject({
    code: 0,
    stdout: expect.stringMatching(/a backup of \d+ rows and 2 files\.\n$/),
  })
  for (const name of await readdir(backup, { recursive: true })) {
    const { mode } = await stat(join(backup, name))
    expect(mode & 0o077, `${name} is nobody else's`).toBe(0)
    const content = await readFile(join(backup, name)).catch(() => Buffer.alloc(0))
    for (const secret of [desk.account.name, keyAt(path), secretKey.toString('base64')]) {
      expect(content.includes(secret) || name.includes(secret), name).toBe(false)
    }
  }
  expect(await admin(['restore', backup, '--verify'])).toMatchObject({
    code: 1,
    stderr: 'This backup is encrypted. Name the file with its passphrase: --passphrase-file <file>\n',
  })

  const stores = await openStores()
  onTestFinished(() => stores.close())
  const empty = await createEmptyDatabase()
  onTestFinished(() => empty.drop())
  const dataDir = await passingDir()
  const target = { DATABASE_URL: empty.url, DATA_DIR: dataDir }
  const restored = await admin(['restore', backup, ...withPassphrase()], target)
  expect(restored).toMatchObject({
    code: 0,
    stdout: expect.stringMatching(/^Restored \d+ rows and 2 files\. /),
  })
  const key = await readFile(join(dataDir, 'secret.key'), 'utf8')
  expect(key).toBe(secretKey.toString('base64'))
  expect((await admin(['restore', backup, ...withPassphrase()], target)).stderr).toContain('is not empty')

  const elsewhere = await startTestApp({
    stores: { ...stores, databaseUrl: empty.url },
    variables: { DATA_DIR: dataDir, SECRET_KEY: key },
  })
  try {
    expect((await bytesAt(elsewhere.url + path)).equals(await bytesAt(app.url + path))).toBe(true)
    const signedIn = graphqlAs(elsewhere.url, { cookie: desk.operators[0].cookie })
    expect((await signedIn('{ viewer { email } }')).data.viewer.email).toBe(desk.operators[0].user.email)
    // The secret in a channel's address is encrypted.
    expect((await admin(['list-channels'], target)).stdout).toContain(desk.channel.path)
    const rows = await elsewhere.services.db.message.findMany({
      where: { accountId: desk.account.id, author: 'VISITOR' },
      orderBy: [{ chatId: 'asc' }, { seq: 'asc' }],
    })
    expect(rows.map(({ id }) => id)).toContain(before)
    const next = await fetch(elsewhere.url + desk.channel.path, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ sender: { id: 'a' }, message: { type: 'text', text: 'After the restore' } }),
    })
    expect(next.status).toBe(200)
    const chats = await elsewhere.services.db.chat.findMany({ where: { accountId: desk.account.id } })
    for (const chat of chats) {
      const where = { chatId: chat.id }
      const seqs = (await elsewhere.services.db.message.findMany({ where, orderBy: { seq: 'asc' } })).map(
        ({ seq }) => seq,
      )
      expect(seqs).toEqual(Array.from({ length: chat.lastSeq }, (_, index) => index + 1))
    }
  } finally {
    await elsewhere.close()
  }
})

test('an encrypted backup has nothing readable at any step, so that one that is killed leaves nothing readable', async () => {
  const path = await uploadPicture(await openDesk(app))
  const backup = await passingDir()
  const source = { databaseUrl: app.stores.databaseUrl, storage: app.services.storage, secretKey }
  const steps = new Set<string>()
  const show = (step: string) => {
    steps.add(step.replace(/ .*/, ''))
    for (const name of readdirSync(backup, { recursive: true, encoding: 'utf8' })) {
      const file = join(backup, name)
      if (statSync(file).isFile()) expect(readFileSync(file, 'latin1'), name).not.toContain(keyAt(path))
    }
  }
  await createBackup(source, { dir: backup, passphrase: PASSPHRASE, show })
  expect([...steps]).toEqual(['Table', 'File'])
})

test('a backup is restored into a new data folder, and one that fails leaves none', async () => {
  const backup = join(dir, 'plain')
  expect((await admin(['backup', backup])).stdout).toContain('keep it secret')
  expect((await admin(['backup', backup])).stderr).toContain('is not empty. Use a new folder')
  const [channel] = await app.services.db.channel.findMany()
  const dataDir = await passingDir()
  expect((await admin(['restore', backup], { DATA_DIR: dataDir })).code).toBe(0)
  expect((await admin(['list-channels'], { DATA_DIR: dataDir })).stdout).toContain(channel?.name)
  expect((await admin(['restore', backup], { DATA_DIR: dataDir })).stderr).toContain('has a database already')

  await rm(join(backup, 'database/Message.copy.gz'))
  const failed = await passingDir()
  const { code, stderr } = await admin(['restore', backup], { DATA_DIR: failed })
  expect([code, stderr]).toEqual([
    1,
    expect.stringContaining('Message.copy.gz is missing. Use another backup.'),
  ])
  expect([existsSync(join(failed, 'postgres')), existsSync(join(failed, 'secret.key'))]).toEqual([
    false,
    false,
  ])
  const other = { DATA_DIR: failed, SECRET_KEY: randomBytes(32).toString('base64') }
  expect((await admin(['restore', backup], other)).stderr).toContain('is not the key of the backup')
})

test('a backup to where no folder can be made is refused', async () => {
  expect(await admin(['backup', '/proc/backups/today'])).toMatchObject({
    code: 1,
    stderr: 'The backup cannot be written to /proc/backups/today: no folder can be made there.\n',
  })
})

test('a restore whose PostgreSQL does not start leaves nothing of it', async () => {
  const backup = join(dir, 'whole')
  await admin(['backup', backup])
  const dataDir = await passingDir()
  await mkdir(join(dataDir, 'postgres.log'))
  expect((await admin(['restore', backup], { DATA_DIR: dataDir })).code).toBe(1)
  expect(await readdir(dataDir)).toEqual(['files'])
  expect((await admin(['restore', backup], { DATA_DIR: dataDir })).code).toBe(0)
})

test.each(['SIGTERM', 'SIGHUP'] as const)(
  'a command that is stopped by %s removes what it has made, and the PostgreSQL that it has started',
  async (signal) => {
    const backup = join(dir, `stopped by ${signal}`)
    await admin(['backup', backup])
    const dataDir = await passingDir()
    const env = { PATH: process.env.PATH, DATA_DIR: dataDir }
    const restoring = spawn(process.execPath, ['dist/admin.mjs', 'restore', backup], { cwd: paths.root, env })
    const ended = once(restoring, 'close')
    await expect.poll(() => existsSync(join(dataDir, 'postgres/postmaster.pid')), { interval: 5 }).toBe(true)
    restoring.kill(signal)
    expect(await ended).toEqual([1, null])
    const left = await readdir(dataDir)
    expect(left.filter((name) => name !== 'files')).toEqual([])
  },
)

const silent = { show: () => {}, say: () => {} }
const verification = { serverUrl: undefined, migrationsDir: paths.migrations, ...silent }

/** The migrations of the version before the last ones. */
async function olderMigrations(): Promise<string> {
  const older = await passingDir()
  const names = (await readdir(paths.migrations)).filter((name) => /^\d/.test(name)).sort()
  for (const name of names.slice(0, -20)) {
    await cp(join(paths.migrations, name), join(older, name), { recursive: true })
  }
  return older
}

test('a backup of an earlier version is restored and upgraded, and one of a later version is refused', async () => {
  const older = await olderMigrations()
  const database = await createEmptyDatabase()
  onTestFinished(() => database.drop())
  await migrate(database.url, older)
  const client = await connectPostgres(database.url)
  await client.query(`INSERT INTO "Account" (id, name) VALUES (gen_random_uuid(), 'Kept')`)
  await client.end()
  const storage = createFolderStorage({ dir: join(dir, 'no files') })
  const backup = join(dir, 'earlier')
  await createBackup(
    { databaseUrl: database.url, storage, secretKey },
    { dir: backup, passphrase: null, ...silent },
  )
  const reader = await BackupReader.open(backup, null)
  const { migrations } = await verifyBackup(reader, verification)
  expect(migrations).toHaveLength(20)

  const later = join(dir, 'later')
  const source = { databaseUrl: app.stores.databaseUrl, storage, secretKey }
  await createBackup(source, { dir: later, passphrase: null, allowMissingFiles: true, ...silent })
  const newer = await BackupReader.open(later, null)
  await expect(verifyBackup(newer, { ...verification, migrationsDir: older })).rejects.toThrow(
    /which is newer than this version\. Restore it with the version that made it, or a later one\.$/,
  )
})

test('a restore from a folder that does not exist or is a file says so, and where it was looked for; so does a trial without its folder', async () => {
  const { code, stderr } = await admin(['restore', 'misspelled', '--verify'])
  expect([code, stderr]).toEqual([1, `There is no folder ${join(paths.root, 'misspelled')}.\n`])
  expect((await admin(['restore', 'package.json'])).stderr).toBe(
    `${join(paths.root, 'package.json')} is a file. Name the folder that the backup is in.\n`,
  )
  const backup = join(dir, 'for a trial')
  await admin(['backup', backup])
  expect((await admin(['restore', backup, '--verify'], { TMPDIR: join(dir, 'misspelled') })).stderr).toBe(
    `TMPDIR: ${join(dir, 'misspelled')} cannot be written: it cannot be created there. Set TMPDIR to a folder that can be written to.\n`,
  )
})

/** The command line with DISK as the folder of a disk of its own, which `prepare` has prepared; prints what is on it afterwards. */
function adminOnDisk(size: string, prepare: string, args: string, variables: Record<string, string>) {
  const run = `${prepare} && "$0" dist/admin.mjs ${args}; ls -A "$DISK"/*`
  const command = `mount -t tmpfs -o size=${size},mode=755 tmpfs "$DISK" && ${run}`
  const env = { PATH: process.env.PATH, PASSPHRASE: join(dir, 'passphrase'), ...variables }
  const options = { env, cwd: paths.root }
  const unshare = ['--mount', 'sh', '-c', command, process.execPath]
  return new Promise<{ stdout: string; stderr: string }>((resolve) => {
    execFile('unshare', unshare, options, (_, stdout, stderr) => resolve({ stdout, stderr }))
  })
}

test.runIf(process.getuid?.() === 0)(
  'a command that finds a disk full says so in one line, and leaves nothing on it',
  async () => {
    await uploadPicture(await openDesk(app))
    const backup = join(dir, 'for full disks')
    await admin(['backup', backup])
    const DISK = await passingDir()
    const fill = 'head -c 1M /dev/zero >"$DISK/fill" 2>/dev/null; mkdir "$DISK/new"'
    const made = await adminOnDisk('16k', fill, 'backup "$DISK/new" --passphrase-file "$PASSPHRASE"', {
      ...ofApp(),
      DISK,
    })
    expect(made).toEqual({
      stdout: `${DISK}/fill\n\n${DISK}/new:\n`,
      stderr: `The backup cannot be written to ${DISK}/new: the disk is full.\n`,
    })
    const database = await createEmptyDatabase()
    onTestFinished(() => database.drop())
    const onto = { BACKUP: backup, DISK, DATA_DIR: join(DISK, 'new') }
    const restored = await adminOnDisk('16k', fill, 'restore "$BACKUP"', {
      ...onto,
      DATABASE_URL: database.url,
    })
    expect(restored.stderr).toBe('There is no space left for files. Try again later.\n')
    const tried = await adminOnDisk('20m', 'mkdir "$DISK/new"', 'restore "$BACKUP" --verify', {
      ...onto,
      TMPDIR: DISK,
    })
    expect(tried.stderr).toMatch(
      /^TMPDIR: \S+ cannot be written: the disk is full\. Make room, or set TMPDIR to a folder on another disk\.\n$/,
    )
  },
)

test.runIf(process.getuid?.() === 0)(
  'a backup is made where the folder of the files is mounted read-only, as the chart does',
  async () => {
    const DISK = await passingDir()
    const prepare = 'mkdir -m 700 "$DISK/files" && mount -o remount,ro "$DISK"'
    const backup = join(await passingDir(), 'backup')
    const args = `backup "${backup}" --allow-missing-files`
    const { stdout, stderr } = await adminOnDisk('16k', prepare, args, { ...ofApp(), DISK, DATA_DIR: DISK })
    expect([stdout, stderr]).toEqual([expect.stringContaining('has a backup of'), ''])
  },
)

test.runIf(process.getuid?.() === 0)(
  'the embedded PostgreSQL starts where nothing of /proc but processes can be seen, as in the systemd service',
  async () => {
    const BACKUP = join(await passingDir(), 'backup')
    await admin(['backup', BACKUP])
    const DISK = await passingDir()
    const prepare = 'mount -t proc -o subset=pid proc /proc'
    const onto = { BACKUP, DISK, DATA_DIR: join(DISK, 'new') }
    const restored = await adminOnDisk('200m', prepare, 'restore "$BACKUP"', onto)
    expect([restored.stdout, restored.stderr]).toEqual([expect.stringContaining('Restored'), ''])
  },
)

test('a file store that does not answer and files of another user are told in one line', async () => {
  await uploadPicture(await openDesk(app))
  const backup = ['backup', join(await passingDir(), 'backup')]
  const FILE_STORE_URL = 's3+http://key:secret@127.0.0.1:9/files'
  expect((await admin(backup, { ...ofApp(), FILE_STORE_URL })).stderr).toBe(
    'The file store http://127.0.0.1:9/files does not answer: connect ECONNREFUSED 127.0.0.1:9. Check that the store works, or correct FILE_STORE_URL.\n',
  )
  const DATA_DIR = await passingDir()
  // Not even root can close it to others.
  await symlink('/proc/self', join(DATA_DIR, 'files'))
  expect((await admin(backup, { ...ofApp(), DATA_DIR })).stderr).toBe(
    `This user has no access to ${DATA_DIR}/files. Run it as the user that runs Switchboard.\n`,
  )
})

test('a backup of which one byte was changed is not restored', async () => {
  const { storage } = app.services
  const source = { databaseUrl: app.stores.databaseUrl, storage, secretKey }
  for (const passphrase of [null, PASSPHRASE]) {
    const backup = join(await passingDir(), 'backup')
    await createBackup(source, { dir: backup, passphrase, ...silent })
    const whole = await BackupReader.open(backup, passphrase)
    for (const name of ['database/Account.copy.gz', 'secret.key', 'manifest.json']) {
      const file = join(backup, name)
      const content = await readFile(file)
      const changed = Buffer.from(content)
      changed[changed.length - 6] = (changed[changed.length - 6] as number) ^ 1
      await writeFile(file, changed)
      // Nothing but encryption tells of the manifest itself.
      if (name !== 'manifest.json') await expect(whole.read(name)).rejects.toThrow(`is damaged: ${name}`)
      else if (passphrase !== null) {
        await expect(BackupReader.open(backup, passphrase)).rejects.toThrow(`is damaged: ${name}`)
      }
      await writeFile(file, content)
    }
    if (passphrase !== null) {
      await expect(BackupReader.open(backup, 'another one')).rejects.toThrow('The passphrase is not the one')
    }
  }
})

test('no server starts with a database into which a restore was interrupted, not even when only the key was missing', async () => {
  const { storage } = app.services
  const backup = join(await passingDir(), 'backup')
  await createBackup(
    { databaseUrl: app.stores.databaseUrl, storage, secretKey },
    { dir: backup, passphrase: null, ...silent },
  )
  const reader = await BackupReader.open(backup, null)
  const database = await createEmptyDatabase()
  onTestFinished(() => database.drop())
  const options = { databaseUrl: database.url, storage: null, migrationsDir: paths.migrations, ...silent }
  const keepKey = () => {
    throw new Error('The disk is full.')
  }
  await expect(restoreBackup(reader, { ...options, keepKey })).rejects.toThrow('The disk is full.')
  const server = { DATABASE_URL: database.url, DATA_DIR: await passingDir() }
  const started = await runProgram('dist/server.mjs', [], { env: { PATH: process.env.PATH, ...server } })
  expect([started.code, started.stderr]).toEqual([
    1,
    expect.stringMatching(/A restore .* has not finished\./),
  ])
  await expect(restoreBackup(reader, options)).rejects.toThrow('The database is not empty')
  const other = await createEmptyDatabase()
  onTestFinished(() => other.drop())
  const again = await admin(['restore', backup], { ...server, DATABASE_URL: other.url })
  expect(again).toMatchObject({ code: 0, stdout: expect.stringContaining('Their secret key is in ') })
  expect(await checkPostgres(other.url)).toEqual([])
})

test('a backup from elsewhere reaches no table and no file but those of Switchboard', async () => {
  const { storage } = app.services
  const source = { databaseUrl: app.stores.databaseUrl, storage, secretKey }
  const backup = join(await passingDir(), 'backup')
  await createBackup(source, { dir: backup, passphrase: null, ...silent })
  const manifest = JSON.parse(await readFile(join(backup, 'manifest.json'), 'utf8'))
  const [first, ...tables] = manifest.tables
  const outside = { ...first, name: '../../secret.key' }
  const statement = { ...first, columns: ['id") FROM PROGRAM $$true$$; --'] }
  for (const [hostile, refusal] of [
    [outside, "which is not Switchboard's"],
    [statement, /column .* does not exist/],
  ] as const) {
    await writeFile(
      join(backup, 'manifest.json'),
      JSON.stringify({ ...manifest, tables: [hostile, ...tables] }),
    )
    const database = await createEmptyDatabase()
    onTestFinished(() => database.drop())
    const reader = await BackupReader.open(backup, null)
    const options = { databaseUrl: database.url, storage: null, migrationsDir: paths.migrations, ...silent }
    await expect(restoreBackup(reader, options)).rejects.toThrow(refusal)
  }
})

test('a backup of an installation whose files are elsewhere fails and keeps nothing, unless it was told to leave them out', async () => {
  await uploadPicture(await openDesk(app))
  const backup = await passingDir()
  const elsewhere = { ...ofApp(), DATA_DIR: await passingDir() }
  const { code, stderr } = await admin(['backup', backup], elsewhere)
  expect([code, stderr, await readdir(backup)]).toEqual([
    1,
    expect.stringMatching(
      /^(\d+) of \1 files that the database refers to are not in the file store, so no backup was made\. /,
    ),
    [],
  ])
  const made = await admin(['backup', backup, '--allow-missing-files'], elsewhere)
  expect(made).toMatchObject({
    code: 0,
    stdout: expect.stringMatching(/\n\d+ files that the database refers to are missing from the file store/),
  })
  expect(await admin(['restore', backup, '--verify'])).toMatchObject({
    code: 0,
    stdout: expect.stringMatching(/ \d+ files were missing when the backup was made/),
  })
})

test('a file that is deleted while the backup runs is not missed', async () => {
  const desk = await openDesk(app)
  const path = await uploadPicture(desk)
  const { storage, db } = app.services
  const key = keyAt(path)
  const racing: typeof storage = {
    ...storage,
    async open(wanted, range) {
      if (wanted === key) await db.file.deleteMany({ where: { key } })
      return storage.open(wanted === key ? 'gone' : wanted, range)
    },
  }
  const backup = join(await passingDir(), 'backup')
  const source = { databaseUrl: app.stores.databaseUrl, storage: racing, secretKey }
  const { files } = await createBackup(source, { dir: backup, passphrase: null, ...silent })
  expect(files.missing).toBe(0)
})

test('where npm has installed no PostgreSQL, a backup is tried in a database of its own on a server, which is dropped', async () => {
  const { storage } = app.services
  const source = { databaseUrl: app.stores.databaseUrl, storage, secretKey }
  const backup = join(await passingDir(), 'backup')
  await createBackup(source, { dir: backup, passphrase: null, ...silent })
  const reader = await BackupReader.open(backup, null)
  const lines: string[] = []
  const say = (line: string) => lines.push(line)
  const serverUrl = app.stores.databaseUrl
  const { files } = await verifyOnServer(reader, { ...verification, serverUrl, say })
  expect(files).toBe(reader.manifest.files.count)
  const [, name] = /(switchboard_verify_\w+), which is dropped/.exec(lines.join()) ?? []
  const client = await connectPostgres(serverUrl)
  try {
    const { rows } = await client.query('SELECT datname FROM pg_database WHERE datname = $1', [name])
    expect([typeof name, rows]).toEqual(['string', []])
    await client.query(`CREATE ROLE nobody_${name} LOGIN PASSWORD 'secret'`)
    const unable = new URL(serverUrl)
    Object.assign(unable, { username: `nobody_${name}`, password: 'secret' })
    await expect(verifyOnServer(reader, { ...verification, serverUrl: unable.href })).rejects.toThrow(
      'CREATEDB',
    )
    await client.query(`DROP ROLE nobody_${name}`)
  } finally {
    await client.end()
  }
})

test('the next trial of a backup removes what one that was killed has left, and disturbs none that runs', async () => {
  const backup = join(await passingDir(), 'backup')
  await admin(['backup', backup])
  const TMPDIR = await passingDir()
  const env = { PATH: process.env.PATH, TMPDIR }
  const args = ['restore', backup, '--verify']
  const killed = spawn(process.execPath, ['dist/admin.mjs', ...args], { cwd: paths.root, env })
  const postmaster = () =>
    Number.parseInt(
      readFileSync(join(TMPDIR, readdirSync(TMPDIR)[0] ?? '', 'postgres/postmaster.pid'), 'utf8'),
      10,
    )
  await expect.poll(postmaster, { interval: 5 }).toBeGreaterThan(0)
  const pid = postmaster()
  killed.kill('SIGKILL')
  await once(killed, 'close')
  const trials = await Promise.all([admin(args, { TMPDIR }), admin(args, { TMPDIR })])
  expect(trials).toMatchObject([{ code: 0 }, { code: 0 }])
  expect([await readdir(TMPDIR), isAlive(pid)]).toEqual([[], false])
})

test('the next trial on a server drops the databases of those that were killed, and no others', async () => {
  const connect = (database?: string) => {
    const url = new URL(app.stores.databaseUrl)
    if (database !== undefined) url.pathname = database
    return connectPostgres(url.href)
  }
  const [client, running, killed, ending] = await Promise.all([connect(), connect(), connect(), connect()])
  const used = await createTrialDatabase(running)
  const left = await createTrialDatabase(killed)
  await killed.end()
  const stillUsed = await createTrialDatabase(ending)
  const user = await connect(stillUsed)
  await ending.end()
  const tryAgain = async () => {
    await client.query(`DROP DATABASE ${await createTrialDatabase(client)}`)
    const trials = [used, left, stillUsed]
    const { rows } = await client.query('SELECT datname FROM pg_database WHERE datname = ANY($1)', [trials])
    return rows.map(({ datname }) => datname).sort()
  }
  await expect.poll(tryAgain).toEqual([used, stillUsed].sort())
  await Promise.all([running.end(), user.end()])
  await expect.poll(tryAgain).toEqual([])
  await client.end()
})
