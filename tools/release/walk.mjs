import { readdirSync } from 'node:fs'
import { join } from 'node:path'

/**
 * The files and folders below a folder, relative to it, in an order that is the same everywhere. What is in a folder
 * comes after it.
 * @param {string} root
 * @param {string} [folder]
 * @returns {string[]}
 */
export function walk(root, folder = '') {
  const entries = readdirSync(join(root, folder), { withFileTypes: true })
  entries.sort((a, b) => (a.name < b.name ? -1 : 1))
  return entries.flatMap((entry) => {
    const path = join(folder, entry.name)
    return entry.isDirectory() ? [path, ...walk(root, path)] : [path]
  })
}
