import { cpSync, mkdtempSync, readdirSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { paths } from '../../server/paths.ts'
import { connectPostgres } from '../../server/stores/connect-postgres.ts'
import { migrate } from '../../server/stores/migrate.ts'
import { createEmptyDatabase } from '../support/postgres.ts'

/** A database as it was before that migration. */
async function openBefore(migration: string) {
  const dir = mkdtempSync(join(tmpdir(), 'switchboard-migrations-'))
  onTestFinished(() => rmSync(dir, { recursive: true, force: true }))
  for (const name of readdirSync(paths.migrations).filter((name) => name < migration)) {
    cpSync(join(paths.migrations, name), join(dir, name), { recursive: true })
  }
  const database = await createEmptyDatabase()
  await migrate(database.url, dir)
  const client = await connectPostgres(database.url)
  onTestFinished(async () => {
    await client.end()
    await database.drop()
  })
  return { url: database.url, client }
}

const ID = '01a1fcd9-a069-74c9-b672-467b4fcee0ef'

test('what invitations came to keeps its place in chats that are older than the words for it', async () => {
  const { url, client } = await openBefore('20261121120000_invitation_notices')
  const kinds = ['TRANSFER_OFFERED', 'TRANSFER_DECLINED', 'TRANSFER_EXPIRED']
  await client.query(`
    INSERT INTO "Account" (id, name) VALUES ('${ID}', 'A');
    INSERT INTO "Channel" (id, "accountId", kind, name, "publicId", "secretHash", "secretEncrypted", "serverUrl")
      VALUES ('${ID}', '${ID}', 'CHAT_API', 'C', 'c', '', '', 'http://127.0.0.1/');
    INSERT INTO "Visitor" (id, "accountId", "channelId", number, key, "externalId")
      VALUES ('${ID}', '${ID}', '${ID}', 1, 'v', '"v"');
    INSERT INTO "Chat" (id, "accountId", "channelId", "visitorId", status)
      VALUES ('${ID}', '${ID}', '${ID}', '${ID}', 'QUEUED')`)
  for (const [n, kind] of kinds.entries()) {
    await client.query(
      `INSERT INTO "Message" (id, "accountId", "chatId", seq, author, type, notice)
       VALUES (gen_random_uuid(), $1, $1, $2, 'SYSTEM', 'NOTICE', $3)`,
      [ID, n + 1, { kind, actorId: ID }],
    )
  }
  await migrate(url, paths.migrations)
  const { rows } = await client.query('SELECT notice FROM "Message" ORDER BY seq')
  expect(rows.map(({ notice }) => notice)).toEqual(
    ['TRANSFER_OFFERED', 'INVITATION_DECLINED', 'INVITATION_EXPIRED'].map((kind) => ({ kind, actorId: ID })),
  )
})
