import { describeStoreFailure } from '../stores/describe-store-failure.ts'
import { StoreError } from '../stores/store-error.ts'
import { EnvError } from './env-error.ts'

/** What Node says of a port or a file that cannot be used. */
interface Refused {
  code?: string
  port?: number
  address?: string
  path?: string
}

/**
 * Ends the process. Mistakes of the person who runs it are one clear line; anything else is a bug and keeps its
 * stack.
 */
export function exitWithError(error: unknown): never {
  const { code, port, address, path } = error as Refused
  if (error instanceof EnvError || error instanceof StoreError) console.error(error.message)
  else if (code === 'EADDRINUSE')
    console.error(`Port ${port} is in use. Stop what uses it, or set PORT to another.`)
  else if (code === 'EADDRNOTAVAIL')
    console.error(`This machine has no address ${address}. Set HOST to one of its own, or to 0.0.0.0.`)
  else if (code === 'EACCES' && port !== undefined)
    console.error(`Port ${port} may not be opened by this user. Set PORT to one above 1023.`)
  else if ((code === 'EACCES' || code === 'EPERM') && path !== undefined)
    console.error(`This user has no access to ${path}. Run it as the user that runs Switchboard.`)
  else console.error(describeStoreFailure(error) ?? error)
  process.exit(1)
}
