// Refuses migrations that take something away from the build before them, or that hold it up while they go through a large
// table, unless prisma/contractions.json accepts it.
import { readFileSync } from 'node:fs'
import { paths } from '../server/paths.ts'
import { findUnaccepted } from './migrations/find-unaccepted.ts'

const accepted = JSON.parse(readFileSync(`${paths.root}prisma/contractions.json`, 'utf8'))
const complaints = await findUnaccepted(paths.migrations, accepted)
if (complaints.length > 0) {
  console.error(
    `${complaints.join('\n')}\nProcesses of the build before still run on this database: expand first, contract one ` +
      'release later, and never lock a table that can be large for longer than a moment (docs/development.md, ' +
      '"A column"). Only then list it in prisma/contractions.json.',
  )
  process.exitCode = 1
}
