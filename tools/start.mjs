// What `npm start` runs: builds what is older than its sources, and is the server as soon as that is built. The server
// opens its database while the pages are still being built, and is ready when they are.
import { describeFailure } from './build/describe-failure.mjs'
import { beginSteps } from './build/run-steps.mjs'
import { steps } from './build/steps.mjs'

const building = beginSteps(
  steps.filter(({ groups }) => groups.includes('start')),
  { ifStale: true, quick: true },
)
/** Awaited by the server. */
const pages = building.all.catch((error) => {
  throw new Error(describeFailure(error))
})
try {
  // What cannot be built is told when the other steps have ended, too.
  await building.step('server')?.catch(() => pages)
  // The server learns of a failure when it gets so far.
  pages.catch(() => {})
  globalThis.switchboardPages = pages
  await import(new URL('../dist/server.mjs', import.meta.url).href)
} catch (error) {
  console.error(/** @type {Error} */ (error).message)
  process.exitCode = 1
}
