import { type SpawnSyncOptions, spawnSync } from 'node:child_process'
import { chmodSync, cpSync, existsSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { delimiter, join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { paths } from '../../server/paths.ts'
import { connectPostgres } from '../../server/stores/connect-postgres.ts'
import { findFreePort } from '../../server/stores/find-free-port.ts'
import { migrate, migrateQueues } from '../../server/stores/migrate.ts'
import { findPostgresUser } from '../../server/stores/postgres-user.ts'
import { installPackage } from '../support/find-program.ts'

const PACKAGES = '/usr/lib/postgresql'

/** A whole PostgreSQL, with the programs that the embedded one lacks. */
function findPostgres(): string {
  if (!existsSync(PACKAGES)) installPackage('postgresql', 'This test needs pg_dump and its PostgreSQL.')
  const [version = ''] = readdirSync(PACKAGES).sort().reverse()
  return join(PACKAGES, version, 'bin')
}

function run(program: string, args: string[], options: SpawnSyncOptions = {}): string {
  const { status, stdout, stderr } = spawnSync(program, args, { cwd: '/', ...options, encoding: 'utf8' })
  if (status !== 0) throw new Error(`${program}: ${stderr}`)
  return String(stdout)
}

async function startServer(bin: string, dir: string): Promise<string> {
  const port = await findFreePort()
  const data = join(dir, 'data')
  const user = findPostgresUser(data, join(bin, 'postgres'))
  user.own(dir)
  const as = (name: string, args: string[]) => {
    const [program, all] = user.command(join(bin, name), args)
    return run(program, all, { ...user.ids, stdio: 'ignore' })
  }
  as('initdb', ['-D', data, '-U', 'postgres', '--auth=trust'])
  const settings = `-p ${port} -k ${dir} -c listen_addresses=127.0.0.1 -c fsync=off`
  as('pg_ctl', ['-D', data, '-o', settings, '-w', 'start'])
  onTestFinished(() => void as('pg_ctl', ['-D', data, '-m', 'immediate', 'stop']))
  return `postgresql://postgres@127.0.0.1:${port}`
}

/** The commands of the page, as somebody pastes them. */
function documented(): string[] {
  const page = readFileSync(join(paths.root, 'docs/operations.md'), 'utf8')
  const section = page.slice(page.indexOf('## Backup and restore'))
  return [...section.matchAll(/```sh\n([^`]*?(?:pg_dump|pg_restore)[^`]*)```/g)].map(([, text = '']) => text)
}

function newDir(): string {
  const dir = mkdtempSync(join(tmpdir(), 'switchboard-restore-'))
  onTestFinished(() => rmSync(dir, { recursive: true, force: true }))
  chmodSync(dir, 0o755)
  return dir
}

/** The schema of an older version: all migrations but the last ones. */
function olderMigrations(): string {
  const dir = newDir()
  cpSync(paths.migrations, dir, { recursive: true })
  const names = readdirSync(dir).filter((name) => /^\d/.test(name))
  for (const name of names.sort().slice(2)) rmSync(join(dir, name), { recursive: true })
  return dir
}

test('a backup from before an upgrade is restored as the page says, and upgraded', async () => {
  const bin = findPostgres()
  const dir = newDir()
  const server = await startServer(bin, dir)
  run(join(bin, 'createdb'), ['--maintenance-db', `${server}/postgres`, 'switchboard'])
  const url = `${server}/switchboard`
  const restored = `${server}/switchboard_restored`
  const older = olderMigrations()
  await migrate(url, older)
  await migrateQueues(url)
  const before = await connectPostgres(url)
  await before.query(`INSERT INTO "Account" (id, name) VALUES (gen_random_uuid(), 'Kept')`)
  const env = {
    ...process.env,
    PATH: [bin, process.env.PATH].join(delimiter),
    DATABASE_URL: url,
    RESTORED_URL: restored,
  }
  const paste = (text: string | undefined) =>
    run('sh', ['-e', '-c', text ?? 'false'], { cwd: newDumpDir, env })
  const newDumpDir = newDir()
  const [backup, restore] = documented()
  paste(backup)
  expect((await migrate(url, paths.migrations)).length).toBeGreaterThan(0)
  await before.query(`UPDATE "Account" SET name = 'Lost'`)
  await before.end()
  paste(restore)
  expect((await migrate(restored, paths.migrations)).length).toBeGreaterThan(0)
  await migrateQueues(restored)
  const after = await connectPostgres(restored)
  onTestFinished(() => after.end())
  expect((await after.query('SELECT name FROM "Account"')).rows).toEqual([{ name: 'Kept' }])
  expect((await after.query('SELECT fingerprint FROM "SecretKeyFingerprint"')).rows).toEqual([])
})
