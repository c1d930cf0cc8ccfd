/** The kind of the outbox. */
export const MAIL = 'MAIL'

/** The event of an item whose mail is not composed yet: the log of its chat. */
export const CHAT_LOG = 'CHAT_LOG'

/**
 * The placeholder in a mail's bodies for a link that gives access. The link itself is stored encrypted and inserted
 * when the mail is sent, so that nobody can read it in the list of mails: another admin could set a colleague's
 * password with it.
 */
export const LINK_PLACE = 'https://not-shown.invalid/'
