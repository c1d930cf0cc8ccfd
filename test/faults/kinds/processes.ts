import type { Node } from '../machines/cluster.ts'
import { type Fault, lastSome, type Scene } from './fault.ts'

const kill = (name: string, victimsOf: (scene: Scene) => Node[]): Fault => ({
  name,
  async run(scene) {
    const victims = victimsOf(scene).map((node) => node.process)
    await Promise.all(victims.map((process) => process.end('SIGKILL')))
    const seconds = await lastSome(scene.random, 1, 5)
    await Promise.all(victims.map((process) => process.start()))
    return `${victims.map((process) => process.name)}, gone for ${seconds} s`
  },
})

const pause = (name: string, nodesOf: (scene: Scene) => Node[]): Fault => ({
  name,
  async run(scene) {
    const { process } = scene.random.oneOf(nodesOf(scene))
    process.signal('SIGSTOP')
    const seconds = await lastSome(scene.random, 4, 16)
    process.signal('SIGCONT')
    return `${process.name}, for ${seconds} s`
  },
})

const rollingRestart: Fault = {
  name: 'rolling-restart',
  async run({ cluster }) {
    for (const { process } of cluster.nodes) {
      const code = await process.end('SIGTERM')
      if (code !== 0)
        throw new Error(`${process.name} ends with ${code} after SIGTERM: see ${process.logFile}`)
      await process.start()
    }
    return 'one after the other'
  },
}

/** Processes that die, hang or are replaced. */
export const processFaults: Fault[] = [
  kill('kill-web', ({ cluster, random }) => [random.oneOf(cluster.webs)]),
  kill('kill-worker', ({ cluster, random }) => [random.oneOf(cluster.workers)]),
  kill('kill-all', ({ cluster }) => cluster.nodes),
  pause('pause-web', ({ cluster }) => cluster.webs),
  pause('pause-worker', ({ cluster }) => cluster.workers),
  rollingRestart,
]
