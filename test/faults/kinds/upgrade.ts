import type { Fault } from './fault.ts'

/** Processes of the build before are replaced, one after the other, while the others still run. */
export const upgrade: Fault = {
  name: 'rolling-upgrade',
  obstacle({ cluster, program }) {
    const old = cluster.nodes.some((node) => node.process.program !== program)
    return old ? null : 'no process runs an earlier build: see --from'
  },
  async run({ cluster, program }) {
    for (const { process } of cluster.nodes) {
      await process.end('SIGTERM')
      process.program = program
      await process.start()
    }
    return 'to this build'
  },
}
