// What `npm ci` runs last: builds what `npm start` runs, so that a start finds it there.
import { existsSync } from 'node:fs'
import { describeFailure } from './build/describe-failure.mjs'
import { beginSteps } from './build/run-steps.mjs'
import { steps } from './build/steps.mjs'

try {
  // It is not there after `npm ci --omit=dev`, which is for running what was built elsewhere.
  if (existsSync('node_modules/vite')) {
    await beginSteps(
      steps.filter(({ groups }) => groups.includes('start')),
      { ifStale: true, quick: true },
    ).all
  }
} catch (error) {
  // Not a failure of `npm ci`: all packages are installed, also those that help to find out what is wrong.
  console.error(`${describeFailure(/** @type {Error} */ (error))}\nnpm start tries to build this again.`)
}
