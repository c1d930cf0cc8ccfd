import { type Command, Redis } from 'ioredis'

/** Told of a command when it is given; what it returns is called at its end, with what went wrong. */
export type CommandObserver = (name: string) => (error?: unknown) => void

type Send = (command: Command, ...rest: unknown[]) => unknown

/**
 * A client that tells of each command to those who give it. Commands that are given at the same time leave together
 * later, when nothing knows whose they are: they are noted as they join the others.
 */
export function observedRedis(observe: CommandObserver): typeof Redis {
  const noted = new WeakSet<Command>()
  const note = (command: Command) => {
    // It is sent again after a lost connection.
    if (noted.has(command)) return
    noted.add(command)
    const end = observe(command.name)
    command.promise.then(() => end(), end)
  }
  class ObservedRedis extends Redis {
    override sendCommand(...sent: Parameters<Redis['sendCommand']>): unknown {
      note(sent[0])
      return super.sendCommand(...sent)
    }

    override pipeline(...given: Parameters<Redis['pipeline']>): ReturnType<Redis['pipeline']> {
      const pipeline = super.pipeline(...given) as ReturnType<Redis['pipeline']> & { sendCommand: Send }
      const send = pipeline.sendCommand
      pipeline.sendCommand = function (this: unknown, command, ...rest) {
        note(command)
        return send.call(this, command, ...rest)
      }
      return pipeline
    }
  }
  return ObservedRedis
}
