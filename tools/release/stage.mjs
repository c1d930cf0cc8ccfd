import {
  chmodSync,
  cpSync,
  existsSync,
  lstatSync,
  lutimesSync,
  mkdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs'
import { dirname, join } from 'node:path'
import { fetchPackage } from './fetch-package.mjs'
import { walk } from './walk.mjs'

/** Each is a file at the top of the folder that loads the one in `dist`, so that it is called without a path. */
const PROGRAMS = ['server', 'admin']

/**
 * Puts what a release consists of into an empty folder.
 * @param {string} folder
 * @param {{ packages: import('./list-packages.mjs').Packages, version: string, time: Date }} release
 */
export async function stage(folder, { packages, version, time }) {
  rmSync(folder, { recursive: true, force: true })
  for (const path of packages.own) copy(path, folder)
  for (const path of packages.folders) {
    if (existsSync(path)) copy(path, folder)
    else await fetchPackage(path, join(folder, path))
  }
  for (const name of PROGRAMS) write(join(folder, `${name}.mjs`), launcherOf(name))
  write(join(folder, 'package.json'), `${JSON.stringify(manifestOf(version), null, 2)}\n`)
  for (const path of [...walk(folder), '']) normalize(join(folder, path), time)
}

/** @param {string} folder */
export function sizeOf(folder) {
  return walk(folder).reduce((bytes, path) => bytes + fileSize(join(folder, path)), 0)
}

/** @param {string} path */
function fileSize(path) {
  const found = lstatSync(path)
  return found.isFile() ? found.size : 0
}

/** @param {string} path @param {string} folder */
function copy(path, folder) {
  cpSync(path, join(folder, path), { recursive: true, verbatimSymlinks: true })
}

/** @param {string} file @param {string} text */
function write(file, text) {
  mkdirSync(dirname(file), { recursive: true })
  writeFileSync(file, text)
}

/** @param {string} name */
function launcherOf(name) {
  return `process.setSourceMapsEnabled(true)\nawait import('./dist/${name}.mjs')\n`
}

/** @param {string} version */
function manifestOf(version) {
  const { name, description, license, engines } = JSON.parse(readFileSync('package.json', 'utf8'))
  const scripts = Object.fromEntries([
    ['start', 'node server.mjs'],
    ['admin', 'node admin.mjs'],
  ])
  return { name, version, private: true, description, license, type: 'module', engines, scripts }
}

/**
 * Gives a file the rights and the time that it has in every release of the same commit.
 * @param {string} path
 * @param {Date} time
 */
function normalize(path, time) {
  const found = lstatSync(path)
  if (!found.isSymbolicLink()) chmodSync(path, found.isDirectory() ? 0o755 : 0o644)
  lutimesSync(path, time, time)
}
