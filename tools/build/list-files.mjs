import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'

/** Where the list is: a path for each line, relative to the root. */
const LIST = 'dist/files.txt'

/** What is built, and what the server reads besides (`server/paths.ts`). */
const OWN = ['dist/operator-app', 'dist/widget', LIST, 'prisma/migrations', 'schema.graphql']
/** Packages that the bundles load from their folders (`external` in `steps.mjs`), without the optional ones. */
const LOADED = ['@node-rs/argon2', 'sharp']

/** Writes the list of the files and folders that a server without development packages needs on this platform. */
export function listFiles() {
  const bundles = readdirSync('dist').filter((name) => /\.mjs(\.map)?$/.test(name))
  const files = [...bundles.map((name) => `dist/${name}`), ...OWN, ...withDependencies(LOADED)]
  writeFileSync(LIST, `${files.join('\n')}\n`)
}

/**
 * The folders of these packages and of what they need, as far as it is installed: of the packages for other platforms,
 * none is.
 * @param {string[]} names
 */
function withDependencies(names) {
  const found = new Set()
  const waiting = [...names]
  for (let name = waiting.pop(); name !== undefined; name = waiting.pop()) {
    const folder = join('node_modules', name)
    if (found.has(folder) || !existsSync(folder)) continue
    found.add(folder)
    const { dependencies, optionalDependencies } = JSON.parse(
      readFileSync(join(folder, 'package.json'), 'utf8'),
    )
    waiting.push(...Object.keys({ ...dependencies, ...optionalDependencies }))
  }
  return [...found].sort()
}
