import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { createPublicId } from '../../server/domain/channels/create-public-id.ts'
import { createVisitorToken } from '../../server/domain/visitors/visitor-token.ts'
import { connectPostgres } from '../../server/stores/connect-postgres.ts'
import { uuidv7 } from '../../server/text/uuid.ts'

const DAY_MS = 86_400_000

/** Makes a widget in the demo account with so many visitors, each on a page of the website; the token of each. */
export async function createWidgetVisitors(
  { databaseUrl, dataDir }: { databaseUrl: string; dataDir: string },
  count: number,
): Promise<{ channelId: string; tokens: string[] }> {
  const secretKey = Buffer.from(readFileSync(join(dataDir, 'secret.key'), 'utf8'), 'base64')
  const channelId = uuidv7()
  const client = await connectPostgres(databaseUrl)
  try {
    await client.query(CHANNEL, [channelId, createPublicId()])
    const { rows } = await client.query<{ visitorId: string }>(VISITORS, [channelId, count])
    const expiresAt = new Date(Date.now() + DAY_MS)
    const tokenOf = ({ visitorId }: { visitorId: string }) =>
      createVisitorToken(secretKey, { channelId, visitorId, expiresAt })
    return { channelId, tokens: rows.map(tokenOf) }
  } finally {
    await client.end()
  }
}

const CHANNEL = `
  WITH channel AS (
    INSERT INTO "Channel" (id, "accountId", kind, name, "publicId")
    SELECT $1, id, 'WIDGET', 'Crowded', $2 FROM "Account" LIMIT 1
    RETURNING id
  )
  INSERT INTO "WidgetSettings" ("channelId") SELECT id FROM channel`

const VISITORS = `
  WITH visitor AS (
    INSERT INTO "Visitor" (id, "accountId", "channelId", number, key, "externalId", "pageUrl")
    SELECT uuidv7(), c."accountId", c.id, 1000000 + n, 'widget-' || n, to_jsonb('widget-' || n), 'https://shop.example/'
    FROM "Channel" c, generate_series(1, $2::int) AS n
    WHERE c.id = $1
    RETURNING id, "accountId", "channelId"
  )
  INSERT INTO "Visit" ("visitorId", "accountId", "channelId", title, pages, visits)
  SELECT id, "accountId", "channelId", 'Shop', 1, 1 FROM visitor
  RETURNING "visitorId"`
