import { spawn } from 'node:child_process'
import { text } from 'node:stream/consumers'
import { isFresh, markBuilt } from './freshness.mjs'
import { showProgress } from './show-progress.mjs'

/** @typedef {import('./freshness.mjs').Step} Step */

/** Compilers make much that is soon garbage: with the usual 16 MB for it, collecting it takes a tenth of the time. */
const ROOMY = '--max-semi-space-size=64'

/**
 * @typedef {object} Options
 * @property {boolean} ifStale only what is older than its sources
 * @property {boolean} quick as fast as can be, where what is made may be a little larger
 */

/**
 * Runs steps beside each other, each in a process of its own, and after those that it needs. When one fails, those that
 * need it are not begun, and its output is the error.
 * @param {Step[]} steps in an order in which none needs a later one
 * @param {Options} options
 */
export function beginSteps(steps, options) {
  const progress = showProgress()
  const running = /** @type {Map<string, Promise<void>>} */ (new Map())
  for (const step of steps) {
    const needed = (step.needs ?? []).map((name) => running.get(name))
    running.set(
      step.name,
      Promise.all(needed).then(() => runStep(step, { ...options, progress })),
    )
  }
  const all = Promise.allSettled(running.values()).then((ends) => {
    progress.end()
    for (const end of ends) if (end.status === 'rejected') throw end.reason
  })
  return {
    all,
    /** @param {string} name */
    step: (name) => running.get(name),
  }
}

/**
 * @param {Step} step
 * @param {Options & { progress: ReturnType<typeof showProgress> }} options
 */
async function runStep(step, { ifStale, quick, progress }) {
  if (ifStale && isFresh(step, { quick })) return
  const startedAt = new Date()
  const done = progress.begin(step.name)
  const child = spawn(
    process.execPath,
    [ROOMY, 'tools/build.mjs', '--step', step.name, ...(quick ? ['--quick'] : [])],
    { stdio: ['ignore', 'ignore', 'pipe'] },
  )
  const exit = new Promise((resolve, reject) => child.once('error', reject).once('close', resolve))
  const said = await text(child.stderr)
  if ((await exit) !== 0) throw new Error(said.trim() || `Building ${step.name} failed.`)
  if (said) process.stderr.write(said)
  markBuilt(step, { startedAt, quick })
  done()
}
