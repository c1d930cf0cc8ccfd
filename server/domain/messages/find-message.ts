import type { Pool } from '../../database/client.ts'
import { queryDirect } from '../../database/query-direct.ts'
import { selectAll } from '../../database/select-all.ts'
import { type Message, Prisma } from '../../generated/prisma/client.ts'

const selectMessage = selectAll('Message')

/** The message with this id, whoever may see it. */
export async function findMessage(pool: Pool, id: string): Promise<Message | undefined> {
  const [message] = await queryDirect<Message>(pool, Prisma.sql`${selectMessage} WHERE id = ${id}::uuid`)
  return message
}
