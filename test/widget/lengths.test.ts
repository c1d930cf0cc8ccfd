import { expect, test } from 'vitest'
import { RATING_COMMENT_LENGTH } from '../../server/domain/chats/store-rating.ts'
import { VISITOR_TEXT_LENGTH } from '../../server/domain/messages/lengths.ts'
import { OFFLINE_TEXT_LENGTH } from '../../server/domain/offline-messages/offline-message-fields.ts'
import * as lengths from '../../widget/window/lengths.ts'

test('the widget lets visitors type as much as the server keeps', () => {
  expect({ ...lengths }).toEqual({
    MESSAGE_LENGTH: VISITOR_TEXT_LENGTH,
    MESSAGE_PARTS: new RegExp(`.{1,${VISITOR_TEXT_LENGTH}}`, 'gsu'),
    COMMENT_LENGTH: RATING_COMMENT_LENGTH,
    OFFLINE_LENGTH: OFFLINE_TEXT_LENGTH,
  })
})
