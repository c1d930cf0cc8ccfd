import type { Env } from '../env.ts'
import type { Logger } from '../logger.ts'
import { NO_TRACING, type Tracing } from './tracing.ts'

/** Traces as the environment says. OpenTelemetry is loaded only if there is an exporter. */
export async function createTracing({ tracing }: Pick<Env, 'tracing'>, log: Logger): Promise<Tracing> {
  if (!tracing) return NO_TRACING
  const { openTelemetry } = await import('./open-telemetry.ts')
  return openTelemetry({ ...tracing, log })
}
