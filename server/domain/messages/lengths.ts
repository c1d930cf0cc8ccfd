/** The longest text of a visitor, or of the invitation that they answer, in Unicode characters (contract, part 2.2). */
export const VISITOR_TEXT_LENGTH = 1000
/** The longest text of an operator or a bot, and so of any message, in Unicode characters. */
export const TEXT_LENGTH = 4000
/** The longest name, id of a button and other text on one line, in Unicode characters. */
export const LINE_LENGTH = 255
