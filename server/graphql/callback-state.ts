import { builder } from './kit/builder.ts'

export const CallbackStateEnum = builder.enumType('CallbackState', {
  description: 'Whether a visitor can be called.',
  values: {
    AVAILABLE: { description: 'They can be called now.' },
    DISABLED: { description: 'Callbacks are switched off, or not on this channel.' },
    UNAVAILABLE: { description: 'They cannot be called at the moment.' },
  } as const,
})
