import { readFileSync } from 'node:fs'
import { packageListOf } from '../build/packages.mjs'
import { forPlatform } from './platforms.mjs'

const BUNDLES = /** @type {const} */ (['server', 'operator-app', 'widget'])

/**
 * @typedef {object} Packages
 * @property {string[]} bundled `name@version` of those whose code is in the bundles
 * @property {string[]} folders of those that the bundles load, on the platform of the release
 * @property {string[]} own files and folders of ours
 */

/**
 * What a release for this platform consists of, as the build has listed it.
 * @param {string} platform
 * @returns {Packages}
 */
export function listPackages(platform) {
  const lists = BUNDLES.map((bundle) => readFileSync(packageListOf(bundle), 'utf8'))
  const files = readFileSync('dist/files.txt', 'utf8').trim().split('\n')
  const isPackage = (/** @type {string} */ path) => path.startsWith('node_modules/')
  return {
    bundled: [...new Set(lists.join('').trim().split('\n'))],
    folders: files.filter(isPackage).map((path) => forPlatform(path, platform)),
    own: files.filter((path) => !isPackage(path)),
  }
}
