import { mkdtemp, open, readdir, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { PLATFORMS, thisPlatform } from '../../tools/release/platforms.mjs'
import { runProgram } from '../support/run-program.ts'

/** What ELF calls the processors (`e_machine`). */
const MACHINES: Record<string, number> = { 'linux-x64': 62, 'linux-arm64': 183 }

/** The processor that a file of native code is for; null for any other file. */
async function machineOf(path: string): Promise<number | null> {
  const file = await open(path)
  try {
    const { buffer, bytesRead } = await file.read(Buffer.alloc(20), 0, 20, 0)
    const isNative = bytesRead === 20 && buffer.toString('latin1', 0, 4) === '\x7fELF'
    return isNative ? buffer.readUInt16LE(18) : null
  } finally {
    await file.close()
  }
}

test('a release for the other processor has all native code for that one, and none for this', async () => {
  const platform = PLATFORMS.find((each) => each !== thisPlatform()) as string
  const out = await mkdtemp(join(tmpdir(), 'switchboard-release-'))
  onTestFinished(() => rm(out, { recursive: true }))
  const args = ['--as-is', '--platform', platform, '--out', out]
  const { code, stderr } = await runProgram('tools/release.mjs', args, { env: process.env })
  expect([code, stderr]).toEqual([0, ''])

  const entries = await readdir(out, { recursive: true, withFileTypes: true })
  const native = new Map<string, number>()
  for (const { name, parentPath } of entries.filter((entry) => entry.isFile())) {
    const machine = await machineOf(join(parentPath, name))
    if (machine !== null) native.set(name, machine)
  }
  expect(new Set(native.values())).toEqual(new Set([MACHINES[platform]]))
  // Of passwords, of pictures, and what pictures are made with.
  expect([...native.keys()].filter((name) => /^argon2|^sharp|^libvips/.test(name))).toHaveLength(3)
})
