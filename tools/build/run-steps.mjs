import { spawn } from 'node:child_process'
import { text } from 'node:stream/consumers'
import { isFresh, markBuilt } from './freshness.mjs'
import { showProgress } from './show-progress.mjs'

/** @typedef {import('./freshness.mjs').Step} Step */

/**
 * Runs steps beside each other, each in a process of its own, and after those that it needs. When one fails, those that
 * need it are not begun, and its output is the error.
 * @param {Step[]} steps in an order in which none needs a later one
 * @param {{ ifStale: boolean }} options
 */
export async function runSteps(steps, { ifStale }) {
  const progress = showProgress()
  const running = /** @type {Map<string, Promise<void>>} */ (new Map())
  for (const step of steps) {
    const needed = (step.needs ?? []).map((name) => running.get(name))
    running.set(
      step.name,
      Promise.all(needed).then(() => runStep(step, { ifStale, progress })),
    )
  }
  const ends = await Promise.allSettled(running.values())
  progress.end()
  for (const end of ends) if (end.status === 'rejected') throw end.reason
}

/**
 * @param {Step} step
 * @param {{ ifStale: boolean, progress: ReturnType<typeof showProgress> }} options
 */
async function runStep(step, { ifStale, progress }) {
  if (ifStale && isFresh(step)) return
  const startedAt = new Date()
  const done = progress.begin(step.name)
  const child = spawn(process.execPath, ['tools/build.mjs', '--step', step.name], {
    stdio: ['ignore', 'ignore', 'pipe'],
  })
  const exit = new Promise((resolve, reject) => child.once('error', reject).once('close', resolve))
  const said = await text(child.stderr)
  if ((await exit) !== 0) throw new Error(said.trim() || `Building ${step.name} failed.`)
  if (said) process.stderr.write(said)
  markBuilt(step, startedAt)
  done()
}
