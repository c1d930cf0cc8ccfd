import { AppError } from '../../errors.ts'
import type { Env } from '../../process/env.ts'

/** Throws `storage_full` for a file that would exceed the account's quota. */
export function requireSpace({ files: { accountBytes } }: Env, wanted: bigint): void {
  if (accountBytes === undefined || wanted <= BigInt(accountBytes)) return
  throw new AppError(
    'storage_full',
    `Your company's files can take up to ${inMegabytes(accountBytes)}, and there is not enough space left for this one. Send a smaller file, or ask whoever runs this installation to raise ACCOUNT_STORAGE_BYTES.`,
    { field: 'file' },
  )
}

function inMegabytes(bytes: number): string {
  return `${Math.round(bytes / 1024 / 102.4) / 10} MB`
}
