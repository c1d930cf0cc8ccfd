import { setTimeout as pause } from 'node:timers/promises'
import type { Bench } from '../bench.ts'
import { startInstallation } from '../installation.ts'
import { type Measurement, measured } from '../measurement.ts'
import { memoryOf } from '../memory.ts'
import { makeFolder } from '../stores.ts'

/** Until what a start leaves behind is collected. */
const SETTLE_MS = 5_000
const SAMPLE_MS = 250
const LOAD = { connections: 32, visitors: { prefix: 'footprint', known: 200, newShare: 0.05 } }

/** Start time and memory of everything that `npm start` runs without any store of one's own, after its build. */
export async function measureFootprint(bench: Bench): Promise<Measurement[]> {
  const folder = makeFolder()
  try {
    const first = await startInstallation({ dataDir: folder.path })
    await first.stop()
    const again = []
    for (let i = 0; i < bench.rounds; i++) {
      const started = await startInstallation({ dataDir: folder.path })
      again.push(started.startMs / 1000)
      await started.stop()
    }
    return [
      measured('first start', 's', { values: [first.startMs / 1000], floors: [] }),
      measured('second start', 's', { values: again, floors: [] }, { atMost: 3 }),
      ...(await measureMemory(bench, folder.path)),
    ]
  } finally {
    folder.remove()
  }
}

async function measureMemory(bench: Bench, dataDir: string): Promise<Measurement[]> {
  const server = await startInstallation({ dataDir })
  try {
    await pause(SETTLE_MS)
    const idle = memoryOf(server.pid)
    if (idle === undefined) return []
    const samples: number[] = []
    const timer = setInterval(() => samples.push(memoryOf(server.pid) ?? 0), SAMPLE_MS)
    const target = { origin: server.origin, path: server.channelPath }
    await bench.load.driveRequests({ target, ...LOAD, seconds: bench.seconds * 3 })
    clearInterval(timer)
    return [
      measured('memory, idle', 'MB', { values: [idle], floors: [] }, { atMost: 300 }),
      measured('memory, largest under load', 'MB', { values: [Math.max(...samples)], floors: [] }),
    ]
  } finally {
    await server.stop()
  }
}
