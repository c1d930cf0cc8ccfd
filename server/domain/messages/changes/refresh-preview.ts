import type { Tx } from '../../../database/client.ts'
import type { Chat } from '../../../generated/prisma/client.ts'
import { entriesWhere } from '../entries/is-entry.ts'
import { mediaOf } from '../media-of.ts'
import { previewOf } from '../preview.ts'
import { richOf } from '../rich-of.ts'

/** What lists show of a chat that the transaction holds, after an entry of it was changed. */
export async function refreshPreview(tx: Tx, { id, preview }: Pick<Chat, 'id' | 'preview'>): Promise<void> {
  const last = await tx.message.findFirst({
    where: { chatId: id, deletedAt: null, ...entriesWhere('isActivity') },
    orderBy: { seq: 'desc' },
  })
  const now = last ? previewOf({ text: last.text, media: mediaOf(last.media), rich: richOf(last.rich) }) : ''
  if (now === preview) return
  await tx.chat.update({ where: { id }, data: { preview: now, revision: { increment: 1 } } })
}
