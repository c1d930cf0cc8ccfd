import { existsSync, writeFileSync } from 'node:fs'
import { installPackage } from '../../support/find-program.ts'
import { type Fault, lastSome } from './fault.ts'

/** Where Debian's package has it. */
const FOLDERS = ['/usr/lib/x86_64-linux-gnu/faketime', '/usr/lib/aarch64-linux-gnu/faketime']

function findLibrary(): string | undefined {
  return FOLDERS.map((folder) => `${folder}/libfaketimeMT.so.1`).find(existsSync)
}

function installLibrary(): string | null {
  if (findLibrary()) return null
  try {
    installPackage('libfaketime', 'Clocks that jump need libfaketime.')
  } catch (error) {
    return (error as Error).message
  }
  return findLibrary() ? null : 'libfaketime was not found'
}

/** A clock that jumps by up to two hours, in either direction, while the process runs. */
const jump: Fault = {
  name: 'clock-jump',
  obstacle: installLibrary,
  async run({ cluster, random }) {
    const { process } = random.oneOf(cluster.nodes)
    const file = `${process.logFile}.clock`
    const leap = (seconds: number) => writeFileSync(file, `${seconds < 0 ? '' : '+'}${seconds}s\n`)
    const seconds = random.oneOf([-1, 1]) * random.oneOf([5, 60, 600, 7_200])
    leap(0)
    process.extra = {
      LD_PRELOAD: findLibrary() ?? '',
      FAKETIME_TIMESTAMP_FILE: file,
      FAKETIME_CACHE_DURATION: '1',
      // Only the time of day jumps: timers count on.
      FAKETIME_DONT_FAKE_MONOTONIC: '1',
    }
    await process.end('SIGTERM')
    await process.start()
    leap(seconds)
    const lasting = await lastSome(random, 4, 12)
    leap(0)
    await lastSome(random, 2, 4)
    process.extra = {}
    await process.end('SIGTERM')
    await process.start()
    return `${process.name} by ${seconds} s, for ${lasting} s`
  },
}

/** Clocks that are wrong. */
export const clockFaults: Fault[] = [jump]
