import type { Rich as RichShape } from '../domain/messages/rich.ts'
import { builder } from './kit/builder.ts'

export const MessageButton = builder.objectRef<{ id: string; text: string }>('MessageButton').implement({
  description: 'A predefined answer that a visitor can press.',
  fields: (t) => ({
    buttonId: t.exposeString('id', { description: "The bot's own id for it." }),
    text: t.exposeString('text', { description: 'Its label.' }),
  }),
})

export const RichContent = builder.objectRef<RichShape>('RichContent').implement({
  description: 'What a message contains beyond plain text.',
  fields: (t) => ({
    markdown: t.exposeString('content', {
      nullable: true,
      description: 'The text of a MARKDOWN message: links, bold and italic. It is not escaped.',
    }),
    title: t.exposeString('title', {
      nullable: true,
      description: 'The text above the buttons of a BUTTONS message.',
    }),
    buttons: t.field({
      type: [MessageButton],
      description: 'The buttons of a BUTTONS message, at most three. Empty for other messages.',
      resolve: ({ buttons }) => buttons ?? [],
    }),
    pressedButtonId: t.exposeString('buttonId', {
      nullable: true,
      description: 'The `buttonId` of the button that a visitor pressed to send this text.',
    }),
  }),
})
