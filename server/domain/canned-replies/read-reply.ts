import type { Tx } from '../../database/client.ts'

/**
 * What the audit log compares of a canned reply. It is read one after the other: what is included, Prisma would read at
 * once, for which a transaction has only one connection.
 */
export async function readReply(tx: Tx, id: string): Promise<object | null> {
  const reply = await tx.cannedReply.findUnique({ where: { id } })
  if (!reply) return null
  const where = { cannedReplyId: id }
  const channels = await tx.cannedReplyChannel.findMany({ where, orderBy: { channelId: 'asc' } })
  const departments = await tx.cannedReplyDepartment.findMany({ where, orderBy: { departmentId: 'asc' } })
  const files = await tx.cannedReplyFile.findMany({
    where,
    select: { file: { select: { name: true } } },
    orderBy: { position: 'asc' },
  })
  const { title, shortcut, text, ofChannels, ofDepartments } = reply
  return {
    title,
    shortcut,
    text,
    channelIds: ofChannels ? channels.map(({ channelId }) => channelId) : null,
    departmentIds: ofDepartments ? departments.map(({ departmentId }) => departmentId) : null,
    files: files.map(({ file }) => file.name),
  }
}
