import { Prisma } from '../../../generated/prisma/client.ts'

/** The `QuotedContent` of what a message quotes, as JSON; NULL when it quotes nothing, or what was deleted since. */
export function quotedSql(message: string): Prisma.Sql {
  const quotedId = Prisma.raw(`${message}."quotedId"`)
  return Prisma.sql`CASE WHEN ${quotedId} IS NOT NULL THEN (
    SELECT jsonb_build_object('text', quoted.text, 'media', quoted.media, 'rich', quoted.rich)
    FROM "Message" quoted WHERE quoted.id = ${quotedId} AND quoted."deletedAt" IS NULL) END`
}
