import type { Tx } from '../../database/client.ts'

/** What the audit log compares of a canned reply. */
export async function readReply(tx: Tx, id: string): Promise<object | null> {
  const reply = await tx.cannedReply.findUnique({
    where: { id },
    include: {
      channels: { select: { channelId: true }, orderBy: { channelId: 'asc' } },
      departments: { select: { departmentId: true }, orderBy: { departmentId: 'asc' } },
      files: { select: { file: { select: { name: true } } }, orderBy: { position: 'asc' } },
    },
  })
  if (!reply) return null
  const { title, shortcut, text, ofChannels, ofDepartments } = reply
  return {
    title,
    shortcut,
    text,
    channelIds: ofChannels ? reply.channels.map(({ channelId }) => channelId) : null,
    departmentIds: ofDepartments ? reply.departments.map(({ departmentId }) => departmentId) : null,
    files: reply.files.map(({ file }) => file.name),
  }
}
