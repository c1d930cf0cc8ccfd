import type { Signal } from '../../graphql/signals.ts'
import type { EventStores } from './event-stores.ts'

/** Stores who is typing and who is present. */
export function applySignal({ typing, viewer, configuration }: EventStores, signal: Signal): void {
  switch (signal.__typename) {
    case 'TypingChanged': {
      const { chat, actor } = signal
      if (actor.id === viewer.operator.id) return
      typing.apply(chat.id, actor.__typename === 'Operator' ? actor.id : null, signal.typing)
      break
    }
    case 'PresenceChanged':
      configuration.applyPresence(signal.operator)
  }
}
