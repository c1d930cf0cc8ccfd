import { AppError, type ErrorCode } from '../errors.ts'
import { Prisma } from '../generated/prisma/client.ts'

/** P2002: the value is taken. P2025: there is no row that the `where` allows. */
type PrismaCode = 'P2002' | 'P2025'

/** Waits for a write, and says in our words what the database refused. */
export async function refuse<T>(
  write: Promise<T>,
  prismaCode: PrismaCode,
  code: ErrorCode,
  message: string,
  field: string,
): Promise<T> {
  try {
    return await write
  } catch (cause) {
    const known = cause instanceof Prisma.PrismaClientKnownRequestError && cause.code === prismaCode
    throw known ? new AppError(code, message, { field, cause }) : cause
  }
}

/** For a write whose `where` says what the viewer may reach: throws `not_found` when that is nothing. */
export function orNotFound<T>(write: Promise<T>, what: string): Promise<T> {
  return refuse(write, 'P2025', 'not_found', `This ${what} does not exist.`, 'input.id')
}
