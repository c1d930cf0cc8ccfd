/** The longest texts that the server takes or keeps, in characters; `test/widget/lengths.test.ts` compares them. */
export const MESSAGE_LENGTH = 1000
/** Matches the parts of a text that can be sent. */
export const MESSAGE_PARTS = new RegExp(`.{1,${MESSAGE_LENGTH}}`, 'gsu')
export const COMMENT_LENGTH = 1000
export const OFFLINE_LENGTH = 4000
