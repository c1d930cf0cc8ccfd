import { parseArgs } from 'node:util'
import type { Fault } from './kinds/fault.ts'
import { faults } from './kinds/faults.ts'

export interface Options {
  /** How long faults are made, in minutes. */
  minutes: number
  seed: number
  /** The earlier version that the run begins with: the folder of a release, or a commit. */
  from: string | undefined
  chosen: Fault[]
}

/** Throws an error that says which option is wrong. */
export function readOptions(args: string[]): Options {
  const { values } = parseArgs({
    args,
    options: {
      quick: { type: 'boolean', default: false },
      minutes: { type: 'string' },
      seed: { type: 'string' },
      from: { type: 'string' },
      only: { type: 'string' },
    },
  })
  const minutes = Number(values.minutes ?? (values.quick ? 3 : 60))
  if (!(minutes > 0)) throw new Error('--minutes must be a number above 0.')
  const seed = Number(values.seed ?? Math.floor(Math.random() * 1_000_000))
  if (!Number.isInteger(seed)) throw new Error('--seed must be a whole number.')
  const names = values.only?.split(',') ?? faults.map(({ name }) => name)
  const unknown = names.filter((name) => faults.every((fault) => fault.name !== name))
  if (unknown.length > 0) {
    const known = faults.map(({ name }) => name).join(', ')
    throw new Error(`There is no fault ${unknown.join(', ')}. There are: ${known}.`)
  }
  return { minutes, seed, from: values.from, chosen: faults.filter(({ name }) => names.includes(name)) }
}
