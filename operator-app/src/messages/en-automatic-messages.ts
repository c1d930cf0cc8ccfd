/** Messages that a channel sends by itself. */
export const enAutomaticMessages = {
  intro:
    'What visitors are told while nobody is in their chat. Each is sent at most once per chat, and never while an operator is in it.',
  kinds: {
    GREETING: 'Greeting',
    NOBODY_FREE: 'Nobody is free',
    OUTSIDE_HOURS: 'Outside the business hours',
    STILL_THERE: 'Still there?',
    CLOSING: 'Closing',
    RATING_REQUEST: 'Rating request',
  },
  hints: {
    GREETING: 'After the first message of a visitor, within the business hours. Not when a bot answers.',
    NOBODY_FREE: 'When a chat has waited for this long, within the business hours.',
    OUTSIDE_HOURS: 'When a chat waits outside the business hours.',
    STILL_THERE:
      'When everything is answered, no operator is in the chat any more, and nobody has written since.',
    CLOSING:
      'When everything is answered, no operator is in the chat any more, and nobody has written since. The chat is then closed, silently if there is no text.',
    RATING_REQUEST:
      'When a chat is closed that an operator has answered. “1 👍” and “2 👎” are added to the text, and the visitor rates the chat by writing one of them. Turn it on only if your app shows texts after the end of a chat, too.',
  },
  delay: 'After',
  seconds: 'seconds',
  minutes: 'minutes',
  language: 'Language',
  languageHint: 'A code such as en or pt-BR',
  text: 'Text',
  addLanguage: 'Add a language',
  firstLanguage: 'Visitors whose language is not listed get the first text.',
  removeLanguage: (language: string) => `Remove the text in ${language}`,
  thisLanguage: 'this language',
}
