import { spawnSync } from 'node:child_process'
import { findProgram } from '../../support/find-program.ts'

/** Where the processes of a run are, and what connects them to everything else. */
export interface Network {
  /** Whether each process has a network of its own, which can be unplugged. */
  canUnplug: boolean
  /** Where the stores' relays and the receivers listen for the process with this number. */
  hostOf(n: number): string
  /** Where everybody can be reached from every process. */
  host: string
  /** Where the process listens. */
  addressOf(n: number): string
  /** What its command line begins with. */
  within(n: number): string[]
  /** Its packets get lost, in both directions, until `plugIn`. */
  unplug(n: number): void
  plugIn(n: number): void
  remove(): void
}

/** Gives each of `count` processes a network namespace where that can be done: as root on Linux, with iproute2. */
export function createNetwork(count: number): Network {
  if (process.getuid?.() !== 0 || !findProgram('ip')) return ONE_MACHINE
  const range = `10.${200 + (process.pid % 50)}`
  const nameOf = (n: number) => `swf${process.pid % 100_000}-${n}`
  const numbers = Array.from({ length: count }, (_, n) => n + 1)
  const host = `${range}.0.1`
  const remove = () => {
    for (const n of numbers) ip('netns', 'del', nameOf(n))
    ip('addr', 'del', `${host}/32`, 'dev', 'lo')
  }
  const made =
    ip('addr', 'add', `${host}/32`, 'dev', 'lo') &&
    numbers.every((n) => addNamespace(nameOf(n), `${range}.${n}`))
  process.once('exit', remove)
  if (!made) {
    remove()
    return ONE_MACHINE
  }
  return {
    canUnplug: true,
    host,
    hostOf: (n) => `${range}.${n}.1`,
    addressOf: (n) => `${range}.${n}.2`,
    within: (n) => ['ip', 'netns', 'exec', nameOf(n)],
    unplug: (n) => void ip('link', 'set', nameOf(n), 'down'),
    plugIn: (n) => void ip('link', 'set', nameOf(n), 'up'),
    remove() {
      process.off('exit', remove)
      remove()
    },
  }
}

const LOOPBACK = '127.0.0.1'
const ONE_MACHINE: Network = {
  canUnplug: false,
  host: LOOPBACK,
  hostOf: () => LOOPBACK,
  addressOf: () => LOOPBACK,
  within: () => [],
  unplug() {},
  plugIn() {},
  remove() {},
}

function addNamespace(name: string, range: string): boolean {
  return [
    ['netns', 'add', name],
    ['link', 'add', name, 'type', 'veth', 'peer', 'name', 'eth0', 'netns', name],
    ['addr', 'add', `${range}.1/24`, 'dev', name],
    ['link', 'set', name, 'up'],
    ['-n', name, 'addr', 'add', `${range}.2/24`, 'dev', 'eth0'],
    ['-n', name, 'link', 'set', 'eth0', 'up'],
    ['-n', name, 'link', 'set', 'lo', 'up'],
    ['-n', name, 'route', 'add', 'default', 'via', `${range}.1`],
  ].every((args) => ip(...args))
}

function ip(...args: string[]): boolean {
  return spawnSync('ip', args, { stdio: 'ignore' }).status === 0
}
