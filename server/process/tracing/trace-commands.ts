import { describeError } from '../describe-error.ts'
import type { CommandObserver } from '../observed-redis.ts'
import { currentSpan } from './current-span.ts'
import type { Tracing } from './tracing.ts'

/**
 * Adds each command to Redis to the trace of what it runs for; one that runs for nothing in particular begins none. Keys
 * and values are never part of it. Undefined without traces.
 */
export function traceCommands(tracing: Tracing): CommandObserver | undefined {
  if (!tracing.isOn) return undefined
  return (name) => {
    if (!currentSpan()?.isSampled) return () => {}
    const command = name.toUpperCase()
    const span = tracing.start(`REDIS ${command}`, {
      kind: 'client',
      attributes: { 'db.system.name': 'redis', 'db.operation.name': command },
    })
    return (error) => span?.end(error === undefined ? undefined : describeError(error).reason)
  }
}
