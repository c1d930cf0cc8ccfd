import { existsSync, mkdirSync, readdirSync, statSync, utimesSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'

/**
 * @typedef {object} Step
 * @property {string} name what it makes, for people
 * @property {('generate' | 'start')[]} groups
 * @property {string[]} [needs] the names of the steps that must be done before
 * @property {string[]} inputs files and folders
 * @property {string[]} outputs files that must be there
 * @property {() => void | Promise<void>} run
 */

/** Folders that are made, not written. */
const MADE = new Set(['generated', 'node_modules', 'dist'])

/**
 * Whether the step was run since its inputs changed and since what it needs was made.
 * @param {Step} step
 */
export function isFresh(step) {
  const builtAt = statSync(stampOf(step.name), { throwIfNoEntry: false })?.mtimeMs
  if (builtAt === undefined || !step.outputs.every((file) => existsSync(file))) return false
  const needed = (step.needs ?? []).map(stampOf)
  return [...step.inputs, ...needed].every((path) => !changedAfter(path, builtAt))
}

/**
 * Notes that the step was run. The time is that of its start, so that an edit during the run counts as newer.
 * @param {Step} step
 * @param {Date} startedAt
 */
export function markBuilt(step, startedAt) {
  const stamp = stampOf(step.name)
  mkdirSync(dirname(stamp), { recursive: true })
  writeFileSync(stamp, '')
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
