import { createHash } from 'node:crypto'
import { readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { basename, join } from 'node:path'
import { create } from 'tar'
import { walk } from './walk.mjs'

/**
 * Packs a folder so that the same files make the same bytes: sorted, with one time, and without owners. Its SHA-256
 * is written beside it, as `sha256sum --check` reads it. Both are whole, or not there.
 * @param {string} parent the folder that it is in
 * @param {string} name
 * @param {{ archive: string, time: Date }} options
 */
export async function pack(parent, name, { archive, time }) {
  const paths = [name, ...walk(join(parent, name)).map((path) => join(name, path))]
  const draft = `${archive}.draft`
  for (const before of [archive, `${archive}.sha256`]) rmSync(before, { force: true })
  try {
    await create(
      {
        cwd: parent,
        file: draft,
        gzip: { level: 9 },
        portable: true,
        noDirRecurse: true,
        mtime: time,
      },
      paths,
    )
    renameSync(draft, archive)
  } finally {
    rmSync(draft, { force: true })
  }
  writeFileSync(`${archive}.sha256`, `${digestOf(archive)}  ${basename(archive)}\n`)
}

/** @param {string} file */
export function digestOf(file) {
  return createHash('sha256').update(readFileSync(file)).digest('hex')
}
