/** The longest texts that the server takes or keeps, in characters; `test/widget/lengths.test.ts` compares them. */
export const MESSAGE_LENGTH = 1000
export const COMMENT_LENGTH = 1000
export const OFFLINE_LENGTH = 4000
