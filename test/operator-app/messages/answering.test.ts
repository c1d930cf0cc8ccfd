import { expect, test } from 'vitest'
import { enConversation } from '../../../operator-app/src/messages/en-conversation.ts'

test('one operator is answering a visitor, and several are', () => {
  const { taken } = enConversation.composer
  expect(taken('Ann', 1)).toBe('Ann is answering this visitor.')
  expect(taken('Ann and Bob', 2)).toBe('Ann and Bob are answering this visitor.')
})
