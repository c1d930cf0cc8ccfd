// Makes what `npm start` runs: the database client, dist/server.mjs and dist/operator-app.
//   node tools/build.mjs              makes everything
//   node tools/build.mjs --if-stale   only what is older than its sources; says nothing when that is nothing
//   node tools/build.mjs generate     only what the type check and the tests need
//   node tools/build.mjs start        only what a start needs, and quickly: the widget is a little larger
//   node tools/build.mjs --step name  one step, in this process
import { parseArgs } from 'node:util'
import { describeFailure } from './build/describe-failure.mjs'
import { beginSteps } from './build/run-steps.mjs'
import { steps } from './build/steps.mjs'

const { values: options, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    'if-stale': { type: 'boolean', default: false },
    quick: { type: 'boolean', default: false },
    step: { type: 'string' },
  },
})
const [wanted] = positionals

try {
  if (options.step) await steps.find(({ name }) => name === options.step)?.run({ quick: options.quick })
  else {
    const chosen = steps.filter(({ groups }) => !wanted || groups.some((group) => group === wanted))
    await beginSteps(chosen, { ifStale: options['if-stale'], quick: wanted === 'start' }).all
  }
} catch (error) {
  console.error(describeFailure(/** @type {Error} */ (error)))
  process.exitCode = 1
}
