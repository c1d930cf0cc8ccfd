import { type Fault, lastSome } from './fault.ts'

/** The disk of the files is full: uploads have to wait, and nothing else. */
const fullDisk: Fault = {
  name: 'full-disk',
  obstacle: ({ cluster }) => (cluster.disk.canFill ? null : 'it takes root on Linux'),
  async run({ cluster: { disk }, random }) {
    disk.fill()
    const seconds = await lastSome(random, 8, 15)
    disk.empty()
    return `for ${seconds} s`
  },
}

/** Disks that are full. */
export const diskFaults: Fault[] = [fullDisk]
