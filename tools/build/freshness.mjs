import {
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  statSync,
  utimesSync,
  writeFileSync,
} from 'node:fs'
import { dirname, join } from 'node:path'

/**
 * @typedef {object} Step
 * @property {string} name what it makes, for people
 * @property {('generate' | 'start')[]} groups
 * @property {string[]} [needs] the names of the steps that must be done before
 * @property {string[]} inputs files and folders
 * @property {string[]} outputs files that must be there
 * @property {boolean} [canBeQuick] whether it makes something else when it has to be quick
 * @property {(options: { quick: boolean }) => void | Promise<void>} run
 */

/** Folders that are made, not written. */
const MADE = new Set(['generated', 'node_modules', 'dist'])

/** What the stamp of a step says that was run quickly, which is not enough for a release. */
const QUICKLY = 'quickly'

/**
 * Whether the step was run since its inputs changed and since what it needs was made.
 * @param {Step} step
 * @param {{ quick: boolean }} options
 */
export function isFresh(step, { quick }) {
  const stamp = stampOf(step.name)
  const builtAt = statSync(stamp, { throwIfNoEntry: false })?.mtimeMs
  if (builtAt === undefined || !step.outputs.every((file) => existsSync(file))) return false
  if (!quick && readFileSync(stamp, 'utf8') === QUICKLY) return false
  const needed = (step.needs ?? []).map(stampOf)
  return [...step.inputs, ...needed].every((path) => !changedAfter(path, builtAt))
}

/**
 * Notes that the step was run. The time is that of its start, so that an edit during the run counts as newer.
 * @param {Step} step
 * @param {{ startedAt: Date, quick: boolean }} options
 */
export function markBuilt(step, { startedAt, quick }) {
  const stamp = stampOf(step.name)
  mkdirSync(dirname(stamp), { recursive: true })
  writeFileSync(stamp, quick && step.canBeQuick ? QUICKLY : '')
  utimesSync(stamp, startedAt, startedAt)
}

/** @param {string} name of a step */
function stampOf(name) {
  return join('dist', '.built', name.replaceAll(' ', '-'))
}

/**
 * A folder's own time tells of files that were removed.
 * @param {string} path
 * @param {number} time
 * @returns {boolean}
 */
function changedAfter(path, time) {
  const found = statSync(path, { throwIfNoEntry: false })
  if (!found) return false
  if (found.mtimeMs > time) return true
  if (!found.isDirectory()) return false
  return readdirSync(path).some((name) => !MADE.has(name) && changedAfter(join(path, name), time))
}
