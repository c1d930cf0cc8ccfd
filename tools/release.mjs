// Makes a release of what is committed: release/switchboard-<version>-<platform>.tar.gz, its SHA-256 and its SBOM.
//   npm run release                             for this platform
//   npm run release -- --platform linux-arm64   for another one; its native packages come from the registry
//   npm run release -- --check                  builds twice and fails when the two differ
//   npm run release -- --as-is [--out folder]   packs what is built here, committed or not
import { mkdirSync, readFileSync, rmSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { fileURLToPath } from 'node:url'
import { parseArgs } from 'node:util'
import { listPackages } from './release/list-packages.mjs'
import { digestOf, pack } from './release/pack.mjs'
import { PLATFORMS, thisPlatform } from './release/platforms.mjs'
import { build, commitTime, requireCommitted } from './release/source.mjs'
import { sizeOf, stage } from './release/stage.mjs'
import { writeBom } from './release/write-bom.mjs'

process.chdir(fileURLToPath(new URL('..', import.meta.url)))

/** Without PostgreSQL. */
const MOST_BYTES = 45e6

const { values: options } = parseArgs({
  options: {
    platform: { type: 'string', default: thisPlatform() },
    out: { type: 'string', default: 'release' },
    check: { type: 'boolean', default: false },
    'as-is': { type: 'boolean', default: false },
  },
})

/** @param {string} out */
async function release(out) {
  const { version } = JSON.parse(readFileSync('package.json', 'utf8'))
  const name = `switchboard-${version}-${options.platform}`
  const time = commitTime()
  const folder = join(out, name)
  mkdirSync(out, { recursive: true })
  const packages = listPackages(options.platform)
  await stage(folder, { packages, version, time })
  const bytes = sizeOf(folder)
  if (bytes > MOST_BYTES) throw new Error(`${folder} has ${bytes} bytes; ${MOST_BYTES} are allowed.`)
  const archive = `${folder}.tar.gz`
  await pack(out, name, { archive, time })
  writeBom(`${folder}.cdx.json`, { packages, time })
  console.log(`${archive} (${(bytes / 1e6).toFixed(1)} MB unpacked)\nSHA-256 ${digestOf(archive)}`)
  return digestOf(archive)
}

try {
  const { platform } = options
  if (!PLATFORMS.includes(platform)) {
    throw new Error(`There is no release for ${platform}, only for ${PLATFORMS.join(' and ')}.`)
  }
  const out = resolve(options.out)
  if (!options['as-is']) {
    requireCommitted()
    build()
  }
  const digest = await release(out)
  if (options.check) {
    build()
    const again = join(out, 'again')
    if ((await release(again)) !== digest) throw new Error('The second build differs from the first.')
    rmSync(again, { recursive: true })
    console.log('A second build gave the same bytes.')
  }
} catch (error) {
  console.error(/** @type {Error} */ (error).message)
  process.exitCode = 1
}
