// A process of its own that a test can kill: starts PostgreSQL on the given folder, prints the address, and stays.
import { startEmbeddedPostgres } from '../../server/stores/embedded-postgres.ts'

const [dir = ''] = process.argv.slice(2)
try {
  const { url } = await startEmbeddedPostgres(dir)
  console.log(url)
  setInterval(() => {}, 60_000)
} catch (error) {
  console.error((error as Error).message)
  process.exit(1)
}
