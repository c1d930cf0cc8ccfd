import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { paths } from '../paths.ts'

/** How people call the command line: a release has it beside the server, and needs no npm. */
export const ADMIN_COMMAND = existsSync(join(paths.root, 'admin.mjs')) ? 'node admin.mjs' : 'npm run admin --'
