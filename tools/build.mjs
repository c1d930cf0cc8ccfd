// Makes what `npm start` runs: the database client, dist/server.mjs and dist/operator-app.
//   node tools/build.mjs              makes everything
//   node tools/build.mjs --if-stale   only what is older than its sources; says nothing when that is nothing
//   node tools/build.mjs generate     only what the type check and the tests need
import { isFresh, markBuilt } from './build/freshness.mjs'
import { steps } from './build/steps.mjs'

const args = process.argv.slice(2)
const ifStale = args.includes('--if-stale')
const only = args.filter((arg) => !arg.startsWith('--'))

try {
  for (const step of steps) {
    if (only.length > 0 && !only.includes(step.group)) continue
    if (ifStale && isFresh(step)) continue
    const startedAt = new Date()
    console.log(`Building ${step.name} …`)
    await step.run()
    markBuilt(step, startedAt)
  }
} catch (error) {
  const { code, message } = /** @type {Error & { code?: string }} */ (error)
  console.error(
    code === 'ERR_MODULE_NOT_FOUND'
      ? `The build needs packages that are not installed. Run npm ci first. (${message})`
      : message,
  )
  process.exitCode = 1
}
