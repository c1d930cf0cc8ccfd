import type { Db } from '../../server/database/client.ts'

/** Until what this returns is called, nothing can change the chat, or delete it. */
export async function breakChat(
  db: Db,
  chatId: string,
  what: 'UPDATE' | 'DELETE' = 'UPDATE',
): Promise<() => Promise<void>> {
  const name = `broken_${chatId.replaceAll('-', '')}`
  await db.$executeRawUnsafe(
    `CREATE FUNCTION ${name}() RETURNS TRIGGER LANGUAGE plpgsql AS $$ BEGIN RAISE 'This chat is broken.'; END $$`,
  )
  await db.$executeRawUnsafe(
    `CREATE TRIGGER ${name} BEFORE ${what} ON "Chat" FOR EACH ROW WHEN (OLD.id = '${chatId}') EXECUTE FUNCTION ${name}()`,
  )
  return async () => {
    await db.$executeRawUnsafe(`DROP FUNCTION ${name} CASCADE`)
  }
}
