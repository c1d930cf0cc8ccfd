import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { dirname, join, relative, resolve, sep } from 'node:path'
import { fileURLToPath } from 'node:url'

const ROOT = fileURLToPath(new URL('../..', import.meta.url))

/**
 * Where it is noted which packages have code in a bundle: `name@version`, one a line.
 * @param {'server' | 'operator-app' | 'widget'} bundle
 */
export function packageListOf(bundle) {
  return `dist/.built/${bundle}.packages`
}

/**
 * Notes the packages of these files.
 * @param {Parameters<typeof packageListOf>[0]} bundle
 * @param {Iterable<string>} files paths or the ids that a bundler makes of them
 */
export function notePackages(bundle, files) {
  const folders = new Set([...files].flatMap((file) => folderOf(file) ?? []))
  const packages = [...folders].map((folder) => {
    const { name, version } = JSON.parse(readFileSync(join(ROOT, folder, 'package.json'), 'utf8'))
    return `${name}@${version}\n`
  })
  const list = join(ROOT, packageListOf(bundle))
  mkdirSync(dirname(list), { recursive: true })
  writeFileSync(list, packages.sort().join(''))
}

/** @param {string} file */
function folderOf(file) {
  const path = relative(ROOT, resolve(ROOT, file.replaceAll('\0', '').replace(/\?.*$/, '')))
  return /^.*node_modules\/(?:@[^/]+\/)?[^/]+(?=\/)/.exec(path.replaceAll(sep, '/'))?.[0]
}
