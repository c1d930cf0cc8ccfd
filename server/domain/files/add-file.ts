import type { Tx } from '../../database/client.ts'
import type { File, Prisma } from '../../generated/prisma/client.ts'
import type { Env } from '../../process/env.ts'
import { requireSpace } from './require-space.ts'

/** Writes the row of a file and adds its size to the account's. Throws `storage_full`. */
export async function addFile(tx: Tx, env: Env, data: Prisma.FileUncheckedCreateInput): Promise<File> {
  const bytes = data.size + (data.thumbSize ?? 0)
  const { storedBytes } = await tx.account.update({
    where: { id: data.accountId },
    data: { storedBytes: { increment: bytes } },
    select: { storedBytes: true },
  })
  requireSpace(env, storedBytes)
  return tx.file.create({ data })
}
