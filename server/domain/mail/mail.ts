/** The kind of the outbox. */
export const MAIL = 'MAIL'

/** What an item tells before its mail is composed: the log of its chat. */
export const CHAT_LOG = 'CHAT_LOG'

/**
 * Stands in a mail's bodies for a link that lets somebody in. The link itself is stored encrypted and put in when the
 * mail is sent, so that nobody can read it in the list of mails: another admin could set a colleague's password with it.
 */
export const LINK_PLACE = 'https://not-shown.invalid/'
