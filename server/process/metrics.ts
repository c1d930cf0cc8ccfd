import { collectDefaultMetrics, Gauge, Registry } from 'prom-client'
import { createLiveMetrics } from './metrics/live-metrics.ts'
import { createRequestMetrics } from './metrics/request-metrics.ts'
import { createStoreMetrics } from './metrics/store-metrics.ts'
import { createWorkMetrics } from './metrics/work-metrics.ts'

export type Metrics = ReturnType<typeof createMetrics>

/** How a delivery attempt can end. */
export const OUTCOMES = ['sent', 'retry', 'failed'] as const

/**
 * What `/metrics` shows. Labels are closed sets: no address, id or name of anybody. A counter whose labels are known
 * starts at 0, or its first increase would be seen by no rate().
 */
export function createMetrics() {
  const registry = new Registry()
  collectDefaultMetrics({ register: registry })
  const registers = [registry]
  return {
    registry,
    build: new Gauge({
      name: 'switchboard_build_info',
      help: 'Always 1; the labels say which version runs, and what the process does: web, worker or all.',
      labelNames: ['version', 'role'] as const,
      registers,
    }),
    ...createRequestMetrics(registers),
    ...createLiveMetrics(registers),
    ...createWorkMetrics(registers),
    ...createStoreMetrics(registers),
  }
}
