import { clockFaults } from './clocks.ts'
import { diskFaults } from './disks.ts'
import type { Fault } from './fault.ts'
import { networkFaults } from './networks.ts'
import { processFaults } from './processes.ts'
import { storeFaults } from './stores.ts'
import { upgrade } from './upgrade.ts'

/** Everything that can go wrong. */
export const faults: Fault[] = [
  ...processFaults,
  ...storeFaults,
  ...networkFaults,
  ...diskFaults,
  ...clockFaults,
  upgrade,
]
