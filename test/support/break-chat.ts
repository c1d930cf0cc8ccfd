import type { Db } from '../../server/database/client.ts'

/** Until what this returns is called, nothing can change the chat. */
export async function breakChat(db: Db, chatId: string): Promise<() => Promise<void>> {
  const name = `broken_${chatId.replaceAll('-', '')}`
  await db.$executeRawUnsafe(
    `CREATE FUNCTION ${name}() RETURNS TRIGGER LANGUAGE plpgsql AS $$ BEGIN RAISE 'This chat is broken.'; END $$`,
  )
  await db.$executeRawUnsafe(
    `CREATE TRIGGER ${name} BEFORE UPDATE ON "Chat" FOR EACH ROW WHEN (NEW.id = '${chatId}') EXECUTE FUNCTION ${name}()`,
  )
  return async () => {
    await db.$executeRawUnsafe(`DROP FUNCTION ${name} CASCADE`)
  }
}
